/** What the user reads about a failed request, and whether a change may have been made. */
import type { INodeParameters } from 'n8n-workflow';
import { picked } from '../cases/operationCase';
import { scriptedNodes } from './scriptedService';

const { run, service } = scriptedNodes();

const user = { resource: 'user', userId: picked('8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12') };
const getUser = { ...user, operation: 'get' };
const updateUser = { ...user, operation: 'update', updateFields: { lastName: 'B' } };

async function descriptionOf(
	parameters: INodeParameters,
	options: INodeParameters = { maxRetries: 0 },
) {
	const { error } = await run('User', { ...parameters, options });
	return error?.description;
}

const headersOf = (retryAfter?: number): Record<string, string> =>
	retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };

test.each<[number, number | undefined, boolean]>([
	[302, undefined, true],
	[400, undefined, false],
	[408, undefined, true],
	[429, undefined, false],
	[500, undefined, true],
	[503, undefined, true],
	[503, 1, false],
])('a change with status %i and Retry-After %s may have been made: %s', async (...row) => {
	const [status, retryAfter, mayBeMade] = row;
	for (const body of ['', '<html>Sorry</html>']) {
		service().respond = () => ({ status, body, headers: headersOf(retryAfter) });
		const description = await descriptionOf(updateUser);
		expect(description?.includes('Check whether the change was made')).toBe(mayBeMade);
		expect(await descriptionOf(getUser)).not.toContain('change was made');
	}
});

test('a change without a response may have been made', async () => {
	service().respond = () => ({ delayMs: 300, body: {} });
	expect(await descriptionOf(updateUser, { maxRetries: 3, timeout: 50 })).toBe(
		"Raise 'Timeout' in the options, or try again later. Check whether the change was made before you repeat it.",
	);
});

const moreRetries = "You can also raise 'Max Retries'.";

test.each<[number, number | undefined, boolean]>([
	[429, undefined, true],
	[429, 120, true],
	[429, 121, false],
	[503, 120, true],
	[503, 121, false],
	[503, undefined, false],
	[400, undefined, false],
])('suggests more retries of a change after %i, Retry-After %s: %s', async (...row) => {
	const [status, retryAfter, isSuggested] = row;
	service().respond = () => ({ status, headers: headersOf(retryAfter) });
	const description = await descriptionOf(updateUser);
	expect(description?.includes(moreRetries)).toBe(isSuggested);
});

test('lower concurrency is suggested only if the user set it', async () => {
	service().respond = () => ({ status: 429, headers: headersOf(0) });
	expect(await descriptionOf(updateUser, { maxRetries: 0, concurrency: 2 })).toContain(
		"raise 'Max Retries', and lower or remove 'Concurrency'.",
	);
});
