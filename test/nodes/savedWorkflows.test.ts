/** Workflows that were saved with a published version stay valid. */
import taken from './savedNames.json';
import { type SavedNames, savedNamesOfPackage } from './savedNames';

/** docs/engineering/changes.md explains it under "Change what workflows store". */
const ways = {
	missing:
		'Saved workflows hold this. Bring it back; what has to change goes into a new version of its node.',
	added: 'This stays for good once it is published. If so: npx gulp --series build writeSavedNames',
};

const linesOf = (names: SavedNames) =>
	Object.entries(names).flatMap(([type, lines]) => lines.map((line) => `${type}: ${line}`));

test('saved workflows fit the package', () => {
	const [before, now] = [linesOf(taken), linesOf(savedNamesOfPackage())];
	const missing = before.filter((line) => !now.includes(line));
	const added = now.filter((line) => !before.includes(line));
	expect({ way: ways.missing, missing }).toEqual({ way: ways.missing, missing: [] });
	expect({ way: ways.added, added }).toEqual({ way: ways.added, added: [] });
});
