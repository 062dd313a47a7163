import { recordNameOf, records } from '../../specification/specification.js';
import { anchor, code, prose, table } from './markdown.mjs';

/** @import { Schema } from '../../specification/specification.js' */

const otherRecords = 'Other records';

/**
 * The records of the specification with their fields.
 *
 * @returns {string} the text of docs/records.md
 */
export function recordsPage() {
	const all = Object.entries(records);
	return `${[
		'<!-- Written by `npx gulp writeDocuments` from specification/openapi.yaml. -->',
		'# Records of the service',
		'What the [specification](../specification/README.md) shows of each record. The service may send more fields, and enumerated fields may have more values.',
		...all.filter(([, record]) => isDescribed(record)).flatMap(describedRecord),
		`## ${otherRecords}`,
		`Their fields aren't shown, so the nodes [assume names](assumptions.md#field-names).`,
		table(
			['Record', 'What is known'],
			all
				.filter(([, record]) => !isDescribed(record))
				.map(([name, { description = '' }]) => [code(name), prose(description, root)]),
		),
	].join('\n\n')}\n`;
}

/**
 * @param {string} name of a record
 * @returns {string} what follows `docs/records.md` in a link
 */
export function anchorOf(name) {
	const record = records[name];
	return `#${anchor(record && isDescribed(record) ? name : otherRecords)}`;
}

/** @param {Schema} record */
export function isDescribed(record) {
	return record['x-not-shown'] === undefined;
}

/** From the page to the project's folder. */
const root = '../';

/** @param {[name: string, record: Schema]} entry */
function describedRecord([name, { properties = {} }]) {
	return [
		`## ${name}`,
		table(
			['Field', 'Type', 'Known values', 'Meaning'],
			Object.entries(properties).map(([field, schema]) => [
				code(field),
				typeText(schema),
				(schema.examples ?? []).map(code).join(', '),
				prose(schema.description ?? '', root),
			]),
		),
	];
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function typeText(schema) {
	if (schema.items) return `list of ${typeText(schema.items)}`;
	const name = recordNameOf(schema);
	if (name) return `[${name}](${anchorOf(name)})`;
	const { type = 'any', format, properties } = schema;
	if (!properties) return format ? `${type} (${format})` : type;
	const fields = Object.entries(properties).map(
		([field, each]) => `${code(field)}: ${typeText(each)}`,
	);
	return `object with ${fields.join('; ')}`;
}
