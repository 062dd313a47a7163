import { readFieldType } from '../../specification/fieldType';
import { namesIn, parseSpecification, readSpecification } from '../../specification/specification';

describe('specification/service.md', () => {
	const { types, records, parameters, operations, errorCodes } = readSpecification();

	test('names every type, record, parameter and code once', () => {
		for (const names of [
			[...types, ...records].map(({ name }) => name),
			parameters.map(({ name }) => name),
			operations.map(({ id }) => id),
			operations.map(({ method, path }) => `${method} ${path}`),
			errorCodes.map(({ code }) => code),
		]) {
			expect(names.length).toBeGreaterThan(0);
			expect(names).toEqual([...new Set(names)]);
		}
	});

	test('describes every type that it uses, and uses every record', () => {
		const used = [
			...records.flatMap(({ fields = [] }) => fields.flatMap(({ type }) => namesIn(type))),
			...parameters.map(({ type }) => type),
			...operations.flatMap(({ body, success }) =>
				[body, ...success.map(({ response }) => response)].flatMap((part) =>
					part.kind === 'record' ? namesIn(part.type) : [],
				),
			),
		];
		const known = [...types, ...records].map(({ name }) => name);
		expect(known).toEqual(expect.arrayContaining(used));
		const answeredElsewhere = ['AccessToken'];
		expect([...used, ...answeredElsewhere]).toEqual(
			expect.arrayContaining(records.map(({ name }) => name)),
		);
	});

	test('uses every parameter and every code, and no others', () => {
		const inPaths = operations.flatMap(({ path }) => path.match(/(?<=\{)\w+/g) ?? []);
		const inQueries = operations.flatMap(({ query }) => query);
		for (const [place, used] of [
			['path', inPaths],
			['query', inQueries],
		] as const) {
			const specified = parameters.filter((parameter) => parameter.in === place);
			expect(new Set(used)).toEqual(new Set(specified.map(({ name }) => name)));
		}
		expect(new Set(operations.flatMap((operation) => operation.errorCodes))).toEqual(
			new Set(errorCodes.map(({ code }) => code)),
		);
	});
});

describe('a document', () => {
	test.each(['ok', '`20` `Shelf`', '`200`', ''])('is rejected with the success %j', (success) => {
		const table = [
			'### 4.9 Shelves',
			'',
			'| Operation | Request | Scope | Query | Request body | Success | Error codes |',
			'| --------- | ------- | ----- | ----- | ------------ | ------- | ----------- |',
			`| \`shelf.get\` | \`GET /shelves\` | \`svc:shelf\` | none | none | ${success} | none |`,
		].join('\n');
		expect(() => parseSpecification(table)).toThrow('is no success');
	});

	test.each(['', '{ a: string', '{ a string }', 'string[', 'string string', '[]'])(
		'is rejected with the type %j',
		(text) => expect(() => readFieldType(text)).toThrow('is not a type'),
	);
});
