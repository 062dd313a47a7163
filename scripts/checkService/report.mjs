import { readFileSync } from 'node:fs';
import Table from 'cli-table3';
import { describeFields } from './masking.mjs';

/**
 * @import { Finding } from './assumptions.mjs'
 * @import { Connection } from './connection.mjs'
 */

const sourceFile = 'src/api/assumedNames.ts';
const sourceLines = readFileSync(new URL(`../../${sourceFile}`, import.meta.url), 'utf8').split(
	'\n',
);

/**
 * Where an assumption is in the sources.
 *
 * @param {string} assumption
 */
export function placeOf(assumption) {
	const [name = '', ...parts] = assumption.split(/[ ,]/, 1)[0]?.split('.') ?? [];
	let line = sourceLines.findIndex((text) => text.startsWith(`export const ${name} `));
	if (line < 0) return `src/api/operations.ts`;
	for (const part of parts) {
		const isPart = new RegExp(`^\\t+${part}: `);
		const found = sourceLines.findIndex((text, index) => index > line && isPart.test(text));
		if (found > 0) line = found;
	}
	return `${sourceFile}:${line + 1}`;
}

/**
 * The findings as tables for the terminal, area by area, with what to change.
 *
 * @param {readonly Finding[]} findings
 */
export function findingsText(findings) {
	const areas = [...new Set(findings.map(({ area }) => area))];
	return areas
		.map((area) => {
			const rows = findings.filter((finding) => finding.area === area);
			const table = new Table({
				head: ['Assumption', 'Assumed', 'Verdict', 'Found'],
				colWidths: [34, 34, 12, 44],
				wordWrap: true,
				style: { head: [], border: [], compact: true },
			});
			table.push(...rows.map((row) => [row.assumption, row.assumed, row.verdict, row.found]));
			const changes = rows.flatMap(({ assumption, verdict, remedy }) =>
				verdict === 'different' || verdict === 'missing'
					? [`  ${assumption}: change ${placeOf(assumption)}. Until then: ${remedy}`]
					: [],
			);
			return [area, table.toString(), ...changes].join('\n');
		})
		.join('\n\n');
}

/**
 * What was seen, without values.
 *
 * @param {Connection} connection
 * @param {readonly Finding[]} findings
 * @param {object} more
 */
export function reportOf({ seen, requestCounts }, findings, more) {
	const operations = [...seen].map(([operation, { statuses, contentTypes, bodies, reason }]) => [
		operation,
		{
			statuses: [...new Set(statuses)],
			contentTypes: [...new Set(contentTypes)],
			reason,
			fields: describeFields(bodies),
		},
	]);
	return {
		requests: requestCounts,
		findings: findings.map((finding) => ({ ...finding, place: placeOf(finding.assumption) })),
		operations: Object.fromEntries(operations),
		...more,
	};
}
