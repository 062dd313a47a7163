/** Faults of the specification are named with their place, and comments refer to its sections. */
import { readText, sourceTexts } from './sourceFiles';

const openApi = readText('specification/openapi.yaml');

/** Reads another text as if it were the specification. */
function readInstead(text: string): void {
	jest.isolateModules(() => {
		jest.doMock('node:fs', () => ({ readFileSync: () => text }));
		jest.requireActual('../../specification/specification');
	});
}

const lineOf = (part: string) => openApi.slice(0, openApi.indexOf(part)).split('\n').length;

test.each([
	['openapi: 3.1.0', 'openapi: [3.1.0', '(9:'],
	["'svc:agent'", '', `:${lineOf('/common/agent/assignments:')}: get lacks`],
	['      x-error-codes: []\n', '', `:${lineOf('/admin/user-group/reports:')}: get lacks`],
	['parameters/UserId', 'parameters/User', `:${lineOf('parameters/UserId')}: `],
	['responses/Refusal', 'responses/Error', `:${lineOf('responses/Refusal')}: `],
])('the place of a fault is named: %j as %j', (part, instead, place) => {
	expect(() => readInstead(openApi)).not.toThrow();
	const readChanged = () => readInstead(openApi.replace(part, instead));
	expect(readChanged).toThrow('specification/openapi.yaml');
	expect(readChanged).toThrow(place);
});

test('the specification has every section that a comment refers to', () => {
	const sections = [
		...openApi.matchAll(/# Section (\d(?:\.\d)?)/g),
		...readText('specification/README.md').matchAll(/^\| (\d) \|/gm),
	].flatMap(([, section = '']) => [section, section.charAt(0)]);
	const references = sourceTexts().flatMap(({ file, text }) =>
		[...text.matchAll(/\bspec (\d[\d., and]*)/g)].flatMap(([, list = '']) =>
			(list.match(/\d(\.\d)?/g) ?? []).map((section) => ({ file, section })),
		),
	);
	expect(references.length).toBeGreaterThan(0);
	expect(references.filter(({ section }) => !sections.includes(section))).toEqual([]);
});
