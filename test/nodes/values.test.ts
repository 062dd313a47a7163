/** Names as people have them: copied, typed on another machine, or from a spreadsheet. */
import fc from 'fast-check';
import { picked } from '../cases/operationCase';
import { randomRuns } from '../randomRuns';
import { spellings } from '../spellings';
import { packageUnderTest, records } from './nodeUnderTest';

const setup = packageUnderTest();

const run = async (...call: Parameters<typeof setup.runOperation>) => {
	const result = await setup.runOperation(...call);
	expect(result.error).toBeUndefined();
	return records(result)[0];
};

test('the same name in another spelling is the same record, and no change', async () => {
	await fc.assert(
		fc.asyncProperty(spellings, async ([shown, typed]) => {
			const user = setup.user(3);
			const group = setup.group(2);
			Object.assign(group, { groupName: shown, roles: [shown] });
			Object.assign(user, { lastName: shown });
			const { groupId } = group;
			const { userId, emailAddress } = user;
			const ofGroup = { groupId: { __rl: true, mode: 'name', value: typed } };

			expect(await run('userGroup.get', ofGroup)).toMatchObject({ groupId });
			setup.sandbox.log.clear();
			const upserted = await run('user.upsert', { emailAddress, lastName: typed });
			expect(upserted).toMatchObject({ action: 'unchanged' });
			const desiredState = JSON.stringify({ groupName: typed, roles: [typed] });
			const desired = { ...ofGroup, changeMode: 'desired', desiredState };
			expect(await run('userGroup.update', desired)).toMatchObject({ changed: false });
			expect(setup.writes()).toEqual([]);

			const update = { userId: picked(userId), updateFields: { lastName: typed } };
			const verified = await run('user.update', { ...update, options: { verify: true } });
			expect(verified).toMatchObject({ verified: true });
		}),
		randomRuns(12),
	);
});
