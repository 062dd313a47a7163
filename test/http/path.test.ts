import fc from 'fast-check';
import { type OperationId, operationRow, type PathParameterName } from '../../src/api/operations';
import { checkPath, fillPath } from '../../src/http/path';
import { showInvisible } from '../../src/values/texts';
import { randomRuns } from '../randomRuns';
import { anyText } from './typedPaths';

const uuid = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';

function buildPath(
	id: OperationId,
	values: Readonly<Partial<Record<PathParameterName, unknown>>>,
): string {
	return fillPath(id, checkPath(id, values));
}

test('never lets a value change the path', () => {
	const { path: template } = operationRow('run.get');
	fc.assert(
		fc.property(anyText, fc.string(), (assignmentId, runId) => {
			let path: string;
			try {
				path = buildPath('run.get', { assignmentId, runId });
			} catch {
				return;
			}
			const url = new URL(`https://service.example.com${path}`);
			expect(url.pathname.split('/')).toHaveLength(template.split('/').length);
			expect(url.search + url.hash).toBe('');
			expect(decodeURIComponent(url.pathname.split('/')[4] ?? '')).toBe(assignmentId.trim());
			expect(decodeURIComponent(url.pathname.split('/')[6] ?? '')).toBe(runId.trim());
		}),
		randomRuns(50),
	);
});

const build = {
	User: (userId: unknown) => buildPath('user.get', { userId }),
	'User Group': (groupId: unknown) => buildPath('userGroup.get', { groupId }),
	'Property Key ID': (propertyKeyId: unknown) => buildPath('propertyKey.update', { propertyKeyId }),
	Run: (runId: unknown) => buildPath('run.get', { assignmentId: 'a', runId }),
};

test.each<[keyof typeof build, unknown, string]>([
	['User', uuid, uuid],
	['User', ` ${uuid.toUpperCase()}\n`, uuid.toUpperCase()],
	...['a.b', 'a..b', 'run 1:2', '100%', 'ä', '%41', '~'].map(
		(id): [keyof typeof build, unknown, string] => ['Run', id, encodeURIComponent(id)],
	),
	['User Group', 0, '0'],
	['User Group', ' 2147483647 ', '2147483647'],
	['Property Key ID', 2147483648, '2147483648'],
])('the %s %j is sent as %s', (label, value, sent) => {
	expect(build[label](value).split('/').at(-1)).toBe(sent);
});

test.each<[keyof typeof build, unknown, string]>([
	['User', '42', 'not a UUID'],
	['User', `${uuid}0`, 'not a UUID'],
	['User Group', '1.5', 'not a whole number'],
	['User Group', '-1', 'not a whole number from 0 to 2147483647'],
	['User Group', '2147483648', 'not a whole number from 0 to 2147483647'],
	['Property Key ID', '9007199254740993', 'not a whole number'],
	['Run', '.', 'not an ID'],
	['Run', '...', 'not an ID'],
	...['a\0', '../a', 'a\\b', '%2e%2E', 'a%2fb', 'a%5Cb', 'a%00', '%252e', 'a\x7f'].map(
		(id): [keyof typeof build, unknown, string] => ['Run', id, 'not an ID'],
	),
	['Run', '\ud800', 'not an ID'],
	['Run', [uuid], 'not an ID'],
	...['undefined', 'null', 'NaN', '[object Object]', true, false].map(
		(id): [keyof typeof build, unknown, string] => ['Run', id, 'not an ID'],
	),
])('the %s %j is refused as %s', (label, value, reason) => {
	const written = typeof value === 'string' ? showInvisible(value) : JSON.stringify(value);
	expect(() => build[label](value)).toThrow(`${label} "${written}" is ${reason}`);
});

test.each(['', '   ', null])('the ID %j is refused as empty', (runId) => {
	expect(() => build.Run(runId)).toThrow("'Run' is empty");
});
