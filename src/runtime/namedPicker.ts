import { nameOf } from '../forms/recordLabels';
import { readList } from '../http/pagination';
import { searchWhole } from './pickerMethods';

/** The list of a picker of the agent's assignments or threads, which both the node and its trigger have. */
export const searchNamed = (record: 'assignment' | 'thread') =>
	searchWhole(record, nameOf(`${record}.name`), async (service) => {
		return await readList(service, `${record}.getAll`);
	});
