import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { defaultOptions } from '../descriptions/options';
import {
	type IdentifiedRecord,
	identifierNames,
	labelNames,
	requestNames,
} from '../service/assumedNames';
import { type Authentication, ServiceClient } from '../transport/serviceClient';
import { identifierOf } from '../transport/answer';

/**
 * The service as a picker or drop-down sees it.
 *
 * @param functions n8n's context of the form
 */
export async function connectForm(functions: ILoadOptionsFunctions): Promise<ServiceClient> {
	const chosen = functions.getNodeParameter('authentication', 'clientCredentials');
	return await ServiceClient.connect(functions, chosen as Authentication, {
		timeout: defaultOptions.timeout,
		maxRetries: 1,
	});
}

function textAt(record: IDataObject, names: readonly string[]): string {
	for (const name of names) {
		const value = record[name];
		if (typeof value === 'string' && value.trim() !== '') return value.trim();
	}
	return '';
}

function labelOf(kind: keyof typeof labelNames, record: IDataObject): string {
	const label = textAt(record, labelNames[kind]);
	if (kind !== 'user') return label;
	const { firstName, lastName } = requestNames.user;
	const person = [textAt(record, [firstName]), textAt(record, [lastName])].join(' ').trim();
	return person && label ? `${person} (${label})` : person || label;
}

/**
 * Records as entries of a list: what a person calls them, and their identifier. Entries with the
 * same name carry their identifier too.
 *
 * @param kind what the records are
 * @param records as the service returned them; those without an identifier are left out
 */
export function asEntries(
	kind: IdentifiedRecord & keyof typeof labelNames,
	records: readonly IDataObject[],
): INodePropertyOptions[] {
	const labels = records.map((record) => labelOf(kind, record));
	return records.flatMap((record, index) => {
		const identifier = identifierOf(kind, record);
		if (identifier === undefined) return [];
		const label = labels[index] ?? '';
		const isUnique = label !== '' && labels.indexOf(label) === labels.lastIndexOf(label);
		const key = identifierNames[kind].find((name) => String(record[name]) === identifier);
		return {
			name: isUnique ? label : `${label} ${identifier}`.trim(),
			value: (key ? record[key] : identifier) as string | number,
		};
	});
}
