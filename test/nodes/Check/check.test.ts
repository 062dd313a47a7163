import type { IDataObject } from 'n8n-workflow';
import { type Reading, readingOf, standardReading } from '../../sandbox';
import { nodeUnderTest, records } from '../nodeUnderTest';

const setup = nodeUnderTest('integrationServiceCheck', {});

async function checkWith(fieldNames: object): Promise<IDataObject> {
	const credential = { ...setup.sandbox.credential, fieldNames: JSON.stringify(fieldNames) };
	const run = await setup.run({}, { credentials: { integrationServiceOAuth2Api: credential } });
	expect(run.error).toBeUndefined();
	return records(run)[0] ?? {};
}

const verdicts = ({ findings }: IDataObject) =>
	(findings as IDataObject[]).map(({ verdict }) => verdict);

test('finds nothing different in a service as the nodes assume', async () => {
	const item = await checkWith({});
	expect(item.fieldNames).toEqual({});
	expect(verdicts(item)).not.toContain('different');
	expect(setup.sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([1, 2, 3, 4, 5])(
	'names nothing more once its names are pasted (seed %i)',
	async (seed) => {
		const reading: Reading = {
			...standardReading,
			names: 'other',
			otherNames: readingOf(seed).otherNames,
		};
		setup.sandbox.reading = reading;
		const first = await checkWith({});
		expect(Object.keys(first.fieldNames as object).length).toBeGreaterThan(0);
		let item = first;
		// Some records are found only after the names of others are known.
		for (let round = 0; round < 3; round++) item = await checkWith(item.fieldNames as object);
		expect((await checkWith(item.fieldNames as object)).fieldNames).toEqual(item.fieldNames);
	},
);
