import { readDocument } from './document';
import { type FieldType, readFieldType } from './fieldType';
import { codeOf, readTables } from './tables';

export { type FieldType, namesIn, readFieldType } from './fieldType';

/** A type that is no record (specification/service.md, section 2). */
export interface SpecifiedType {
	readonly name: string;
	/** Name of the JSON type: `string`, `integer`, `boolean` or `object`. */
	readonly json: string;
	readonly meaning: string;
}

export interface SpecifiedField {
	readonly name: string;
	readonly type: FieldType;
	/** The places of the field: `create`, `update`, `response`; empty for all. */
	readonly usedIn: readonly string[];
	/** Values that are known of an enumerated field; the service may have more. */
	readonly seen: readonly string[];
	readonly notes: string;
}

export interface SpecifiedRecord {
	readonly name: string;
	/** Number of its section, for example `2.1`. */
	readonly section: string;
	/** Undefined if the fields are not shown. */
	readonly fields?: readonly SpecifiedField[];
	/** Fields that the notes name if there is no table of fields. */
	readonly namedFields?: readonly string[];
	readonly notes: string;
}

export interface SpecifiedParameter {
	readonly name: string;
	readonly in: 'path' | 'query';
	/** Name of a type. */
	readonly type: string;
	/** The values that it can have; empty if it is not enumerated. */
	readonly values: readonly string[];
	readonly default?: string;
	readonly notes: string;
}

/** One way in which an operation succeeds. */
export interface SpecifiedSuccess {
	/** Undefined if it is not shown. */
	readonly status?: number;
	readonly response:
		| { kind: 'record'; type: FieldType }
		| { kind: 'none' }
		| { kind: 'events' }
		| { kind: 'notShown' };
}

export interface SpecifiedOperation {
	/** Its name in this package, for example `user.get`. */
	readonly id: string;
	/** Number of its section, for example `4.3`. */
	readonly section: string;
	readonly method: string;
	readonly path: string;
	/** With the documented prefix. */
	readonly scope: string;
	/** Whether only the token of an interactive user will do. */
	readonly interactiveUser: boolean;
	/** Names of its query parameters. */
	readonly query: readonly string[];
	readonly body:
		| { kind: 'record'; type: FieldType; required: boolean }
		| { kind: 'none' }
		| { kind: 'notShown' };
	/** In the order of the statuses. */
	readonly success: readonly SpecifiedSuccess[];
	readonly errorCodes: readonly string[];
}

export interface SpecifiedErrorCode {
	readonly code: string;
	readonly condition: string;
}

export interface SpecifiedLimit {
	readonly name: string;
	readonly unit: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly default?: number;
}

/** The tables of specification/service.md. */
export interface Specification {
	readonly types: readonly SpecifiedType[];
	readonly records: readonly SpecifiedRecord[];
	readonly parameters: readonly SpecifiedParameter[];
	readonly operations: readonly SpecifiedOperation[];
	readonly errorCodes: readonly SpecifiedErrorCode[];
	readonly limits: readonly SpecifiedLimit[];
	/** Names of the fields of a token request. */
	readonly tokenRequest: readonly string[];
}

type Row = Readonly<Record<string, string>>;

/**
 * Reads the specification of the service from a document whose tables follow specification/service.md: the
 * title of a table's first column names its rows.
 *
 * @param text the document
 * @throws Error if a table has an unknown row
 */
export function parseSpecification(text: string): Specification {
	const tables = readTables(text);
	const rowsOf = (title: string) =>
		tables.flatMap(({ rows, section }) =>
			rows.filter((row) => title in row).map((row) => ({ row, section: numberOf(section) })),
		);
	return {
		types: rowsOf('Type')
			.filter(({ row }) => 'In JSON' in row)
			.map(({ row }) => ({
				name: nameIn(row, 'Type'),
				json: cell(row, 'In JSON'),
				meaning: cell(row, 'Meaning'),
			})),
		records: [
			...tables
				.filter(({ rows }) => rows.some((row) => 'Field' in row))
				.map(({ heading, section, rows }) => ({
					name: heading,
					section: numberOf(section),
					fields: rows.map(fieldOf),
					notes: '',
				})),
			...rowsOf('Record')
				.filter(({ row }) => 'What is known' in row)
				.map(({ row, section }) => ({
					name: nameIn(row, 'Record'),
					section,
					namedFields: codeOf(row['What is known']),
					notes: cell(row, 'What is known'),
				})),
		],
		parameters: rowsOf('Parameter').map(({ row }) => parameterOf(row)),
		operations: rowsOf('Operation').map(({ row, section }) => operationOf(row, section)),
		errorCodes: rowsOf('Code').map(({ row }) => ({
			code: nameIn(row, 'Code'),
			condition: cell(row, 'Condition'),
		})),
		limits: rowsOf('Limit').map(({ row }) => ({
			name: cell(row, 'Limit').replaceAll('`', ''),
			unit: cell(row, 'Unit'),
			minimum: numberIn(row, 'Minimum'),
			maximum: numberIn(row, 'Maximum'),
			default: numberIn(row, 'Default'),
		})),
		tokenRequest: rowsOf('Form field').map(({ row }) => nameIn(row, 'Form field')),
	};
}

/** The specification in specification/service.md, read from the project's folder. */
export function readSpecification(): Specification {
	return parseSpecification(readDocument());
}

function fieldOf(row: Row): SpecifiedField {
	return {
		name: nameIn(row, 'Field'),
		type: readFieldType(nameIn(row, 'Type')),
		usedIn: (row['Used in'] ?? '').split(', ').filter((place) => place !== ''),
		seen: codeOf(row.Seen),
		notes: cell(row, 'Notes'),
	};
}

function parameterOf(row: Row): SpecifiedParameter {
	const place = cell(row, 'In');
	if (place !== 'path' && place !== 'query') throw new Error(`"${place}" is no place`);
	return {
		name: nameIn(row, 'Parameter'),
		in: place,
		type: nameIn(row, 'Type'),
		values: codeOf(row.Values),
		default: codeOf(row.Default)[0],
		notes: cell(row, 'Notes'),
	};
}

function operationOf(row: Row, section: string): SpecifiedOperation {
	const [method = '', path = ''] = nameIn(row, 'Request').split(' ');
	const body = cell(row, 'Request body');
	return {
		id: nameIn(row, 'Operation'),
		section,
		method,
		path,
		scope: nameIn(row, 'Scope'),
		interactiveUser: cell(row, 'Scope').endsWith(', interactive user'),
		query: codeOf(row.Query),
		body:
			body === 'none'
				? { kind: 'none' }
				: body === 'not shown'
					? { kind: 'notShown' }
					: {
							kind: 'record',
							type: readFieldType(nameIn(row, 'Request body')),
							required: body.endsWith(', required'),
						},
		success: successesOf(cell(row, 'Success')),
		errorCodes: codeOf(row['Error codes']),
	};
}

/** For example `` `200` `UserData` ``, `` `200` `Result`, `204` no body `` or `not shown, event stream`. */
function successesOf(text: string): SpecifiedSuccess[] {
	const unnumbered = /^not shown(?:, (.+))?$/.exec(text);
	if (unnumbered) return [{ response: responseOf(unnumbered[1] ?? 'not shown') }];
	return text.split(', ').map((part) => {
		const [, status, response = ''] = /^`(\d{3})` (.+)$/.exec(part) ?? [];
		if (!status) throw new Error(`"${text}" is no success`);
		return { status: Number(status), response: responseOf(response) };
	});
}

function responseOf(text: string): SpecifiedSuccess['response'] {
	if (text === 'no body') return { kind: 'none' };
	if (text === 'event stream') return { kind: 'events' };
	if (text === 'not shown') return { kind: 'notShown' };
	return { kind: 'record', type: readFieldType(onlyName(text)) };
}

function cell(row: Row, title: string): string {
	const text = row[title];
	if (text === undefined) throw new Error(`A table has no column "${title}"`);
	return text;
}

function nameIn(row: Row, title: string): string {
	return onlyName(cell(row, title));
}

/** The first name that a cell has as code. */
function onlyName(text: string): string {
	const [name] = codeOf(text);
	if (!name) throw new Error(`"${text}" gives no name`);
	return name;
}

function numberIn(row: Row, title: string): number | undefined {
	const number = Number.parseInt(cell(row, title), 10);
	return Number.isNaN(number) ? undefined : number;
}

function numberOf(section: string): string {
	return section.replace(/\.? .*$/, '');
}
