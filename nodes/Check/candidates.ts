/** What the fields look like that the specification doesn't show, to find them under other names. */
import type { IDataObject } from 'n8n-workflow';
import type { NameKey } from '../../src/api/assumedNames';
import { valueAt } from '../../src/api/fieldNames';
import { isIdentifier, isRecord } from '../../src/values/jsonObject';
import { parseTimestamp } from '../../src/values/timestamps';

interface Look {
	/** Part of a likely name, in any case. */
	readonly name: RegExp;
	readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isList = (value: unknown) => Array.isArray(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isTime = (value: unknown) => isText(value) && !Number.isNaN(parseTimestamp(value as string));
const isAddress = (value: unknown) => isText(value) && /^[^\s@]+@[^\s@]+$/.test(value as string);

const identifier: Look = { name: /id$|key$|guid$|no$|number$/i, fits: isIdentifier };
const label: Look = { name: /name$|title$|caption$|label$|subject$|company$/i, fits: isText };
const active: Look = { name: /active$|enabled$/i, fits: isBoolean };

const looks: Readonly<Partial<Record<NameKey, Look>>> = {
	'user.userId': identifier,
	'user.emailAddress': { name: /./, fits: isAddress },
	'user.firstName': { name: /given|first/i, fits: isText },
	'user.lastName': { name: /family|last|surname/i, fits: isText },
	'user.kind': { name: /kind|type$/i, fits: isText },
	'user.active': active,
	'user.groupIds': { name: /group|member/i, fits: isList },
	'user.tenantIds': { name: /tenant|compan/i, fits: isList },
	'group.groupId': identifier,
	'group.groupName': label,
	'group.active': active,
	'group.reports': { name: /report/i, fits: isList },
	'group.roles': { name: /role|permission/i, fits: isList },
	'group.warehouses': { name: /warehouse|stock/i, fits: isList },
	'group.returnReasons': { name: /reason/i, fits: isList },
	'group.webStores': { name: /store/i, fits: isList },
	'report.reportId': identifier,
	'report.reportName': label,
	'tenant.tenantId': identifier,
	'tenant.tenantName': label,
	'assignment.assignmentId': identifier,
	'assignment.name': label,
	'assignment.description': { name: /descr|summary/i, fits: isText },
	'assignment.instructions': { name: /instruct|prompt/i, fits: isText },
	'assignment.active': active,
	'run.runId': identifier,
	'run.status': { name: /status$|state$|phase$|stage$/i, fits: isText },
	'run.startedAt': { name: /start|began|begin/i, fits: isTime },
	'thread.threadId': identifier,
	'thread.name': label,
	'message.messageId': identifier,
	'log.logId': identifier,
	'log.text': { name: /text|message|entry|words/i, fits: isText },
	'journal.journalId': identifier,
	'journal.createdAt': { name: /creat|book/i, fits: isTime },
	'period.journals': {
		name: /./,
		fits: (value) => isList(value) && [value].flat().every(isRecord),
	},
};

/** The names of a record, and the paths of what is in the objects inside it. */
function pathsOf(record: IDataObject): string[] {
	return Object.entries(record).flatMap(([name, value]) =>
		isRecord(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
	);
}

/** The paths under which the records may have a field. */
export function findCandidates(key: NameKey, records: readonly IDataObject[]): string[] {
	const look = looks[key];
	if (look === undefined) return [];
	const paths = [...new Set(records.flatMap(pathsOf))].filter((path) => look.name.test(path));
	return paths.filter((path) => {
		const values = records.map((record) => valueAt(record, path)).filter((value) => value != null);
		const isUnique = look !== identifier || new Set(values).size === records.length;
		return values.length > 0 && isUnique && values.every(look.fits);
	});
}

/** Whether the specification's operations show the field in a response. */
export function isReadable(key: NameKey): boolean {
	return looks[key] !== undefined;
}
