import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('Helpdesk', { resource: 'ticket', operation: 'unassign' });

const ticket = (assigned = true) => {
	const found = [...node.sandbox.state.tickets.values()].find(
		({ centralUserId }) => (centralUserId !== null) === assigned,
	);
	if (!found) throw new Error('no ticket');
	return found;
};

test('accepts the version 0 and a version as text', async () => {
	const { ticketId } = ticket();
	Object.assign(ticket(), { version: 0 });
	const { error } = await node.run({ ticketId, version: '={{ "0" }}' });
	expect(error).toBeUndefined();
	expect(node.lastBody()).toEqual({ version: 0 });
});

test('asks for the current version if another is refused', async () => {
	const { ticketId, version } = ticket();
	const { error } = await node.run({ ticketId, version: version + 1 });
	expect(error?.message).toContain('conflicts with data of the service');
	expect(error?.description).toContain(
		`Enter the current version of the ticket in 'Version'. Service message: The ticket is at version ${version}.`,
	);
});

test('returns the main fields with Simplify', async () => {
	const { ticketId, version, messages } = ticket();
	const [item] = records(await node.run({ ticketId, version }));
	expect(item).toMatchObject({ ticketId, version: version + 1 });
	expect(item?.subject).toBe(messages[0]?.subject);
	expect(item).not.toHaveProperty('activities');
});

test('returns an unknown response unchanged', async () => {
	node.sandbox.faults.add({ replaceBody: () => ({ conversation: { ticketId: 'x' } }) });
	const run = await node.run({ ticketId: ticket().ticketId, version: ticket().version });
	expect(records(run)).toEqual([{ conversation: { ticketId: 'x' } }]);
});

test('confirms a response without a body', async () => {
	const { ticketId, version } = ticket();
	node.sandbox.faults.add({ status: 204, afterProcessing: true, replaceBody: () => undefined });
	const run = await node.run({ ticketId, version });
	expect(records(run)).toEqual([{ success: true, ticketId }]);
});
