import fc from 'fast-check';
import { type OperationId, operationRow, type PathOf } from '../../src/api/operations';
import { checkPath, fillPath } from '../../src/http/path';

const uuid = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';

function buildPath<Id extends OperationId>(
	id: Id,
	values: Readonly<Record<keyof PathOf<Id>, unknown>>,
): string {
	return fillPath(id, checkPath(id, values));
}

test('fills in and trims values', () => {
	const path = buildPath('page.get', {
		draftId: ` ${uuid}\n`,
		pageId: uuid,
	});
	expect(path).toBe(`/web-pages/draft/drafts/${uuid}/pages/${uuid}`);
});

test('never lets a value change the path', () => {
	const { path: template } = operationRow('run.get');
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string(), (assignmentId, runId) => {
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
	);
});

test.each(['.', '..', '...', '', '   ', '\ud800'])('refuses %j as an ID', (runId) => {
	expect(() => buildPath('run.get', { assignmentId: 'a', runId })).toThrow('Run');
});

test.each(['7', 0, 2147483647, ' 12 '])('accepts %j as a group', (groupId) => {
	expect(buildPath('userGroup.get', { groupId })).toMatch(/\/\d+$/);
});

test.each(['1.5', '1e3', 'abc', '0x10'])('refuses %j as a group', (groupId) => {
	expect(() => buildPath('userGroup.get', { groupId })).toThrow(
		`User Group "${groupId}" is not a whole number`,
	);
});

test.each(['-1', '2147483648'])('explains which numbers a group can have for %j', (groupId) => {
	expect(() => buildPath('userGroup.get', { groupId })).toThrow(
		`User Group "${groupId}" is not between 0 and 2147483647`,
	);
});

test.each([uuid, uuid.toUpperCase(), ` ${uuid}\n`])('accepts %j as a user', (userId) => {
	expect(buildPath('user.get', { userId })).toMatch(new RegExp(`/${userId.trim()}$`));
});

test.each(['42', `${uuid}0`, 'zc2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12'])(
	'refuses %j as a user',
	(userId) => {
		expect(() => buildPath('user.get', { userId })).toThrow('is not a UUID');
	},
);

test.each(['4711', 2147483648])('accepts %j as a property key', (propertyKeyId) => {
	expect(buildPath('propertyKey.update', { propertyKeyId })).toMatch(/\/\d+$/);
});

test.each([
	['9007199254740993', 'between 0 and 9007199254740991'],
	['-4', 'between 0 and 9007199254740991'],
	['4.0', 'a whole number'],
])('refuses %j as a property key, which is not %s', (propertyKeyId, expected) => {
	expect(() => buildPath('propertyKey.update', { propertyKeyId })).toThrow(`is not ${expected}`);
});
