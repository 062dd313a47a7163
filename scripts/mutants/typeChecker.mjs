/**
 * Tells which mutants do not compile. Stryker's own checker looks at every file that depends on a
 * changed one, about a second for each mutant; this one only where the types that the file offers to
 * others have changed.
 */
import { createHash } from 'node:crypto';
import { CheckStatus } from '@stryker-mutator/api/check';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import ts from 'typescript';

/** @typedef {import('@stryker-mutator/api/check').Checker} Checker */
/** @typedef {import('@stryker-mutator/api/core').Mutant} Mutant */
/** @typedef {import('@stryker-mutator/api/check').CheckResult} CheckResult */
/** @typedef {ts.SourceFile & { version?: string }} VersionedFile */

/** What is bad style keeps no careless change from being made. */
const lenient = { allowUnreachableCode: true, noUnusedLocals: false, noUnusedParameters: false };

/** @param {string} text */
const hash = (text) => createHash('sha1').update(text).digest('hex');

/** @implements {Checker} */
class TypeChecker {
	static inject = tokens(commonTokens.options);

	/** @param {import('@stryker-mutator/api/core').StrykerOptions} options */
	constructor({ tsconfigFile }) {
		const { config } = ts.readConfigFile(tsconfigFile, ts.sys.readFile);
		const folder = ts.sys.getCurrentDirectory();
		const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder, lenient);
		this.fileNames = fileNames;
		this.options = { ...options, noEmit: true };
		this.host = { ...ts.createCompilerHost(this.options), createHash: hash };
		/** @type {Map<string, VersionedFile | undefined>} */
		this.files = new Map();
		/** @type {Map<string, VersionedFile>} those that are other than on the disk */
		this.changed = new Map();
		const { getSourceFile } = this.host;
		this.host.getSourceFile = (name, ...how) => {
			if (!this.files.has(name)) {
				/** @type {VersionedFile | undefined} */
				const file = getSourceFile(name, ...how);
				if (file) file.version = hash(file.text);
				this.files.set(name, file);
			}
			return this.changed.get(name) ?? this.files.get(name);
		};
	}

	async init() {
		// What a file offers is noted once the file has changed; so each of them has, by a line break.
		for (const name of this.fileNames) this.change(name, `${ts.sys.readFile(name)}\n`);
		const all = this.compile().program;
		this.changed.clear();
		const { program, complaint } = this.compile(all);
		if (complaint) throw new Error(`Without a mutant it does not compile: ${complaint}`);
		this.original = program;
	}

	/**
	 * @param {Mutant[]} mutants
	 * @returns {Promise<Record<string, CheckResult>>} by the mutant's id
	 */
	async check(mutants) {
		return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.checkOne(mutant)]));
	}

	/**
	 * @param {Mutant} mutant
	 * @returns {CheckResult}
	 */
	checkOne({ fileName, location: { start, end }, replacement }) {
		const file = this.files.get(fileName.replaceAll('\\', '/'));
		if (!file) return { status: CheckStatus.Passed };
		const before = file.text.slice(0, file.getPositionOfLineAndCharacter(start.line, start.column));
		const after = file.text.slice(file.getPositionOfLineAndCharacter(end.line, end.column));
		this.change(file.fileName, `${before}${replacement}${after}`);
		const { complaint } = this.compile(this.original);
		this.changed.clear();
		return complaint
			? { status: CheckStatus.CompileError, reason: complaint }
			: { status: CheckStatus.Passed };
	}

	/**
	 * @param {string} name
	 * @param {string} text
	 */
	change(name, text) {
		/** @type {VersionedFile} */
		const file = ts.createSourceFile(
			name,
			text,
			this.options.target ?? ts.ScriptTarget.Latest,
			true,
		);
		file.version = hash(text);
		this.changed.set(name, file);
	}

	/**
	 * Compiles what has changed since, up to the first file that does not.
	 *
	 * @param {ts.SemanticDiagnosticsBuilderProgram} [since]
	 */
	compile(since) {
		const { fileNames, options, host } = this;
		const program = ts.createSemanticDiagnosticsBuilderProgram(fileNames, options, host, since);
		/** @type {readonly ts.Diagnostic[] | undefined} */
		let found = [...this.changed.values()].flatMap((file) => program.getSyntacticDiagnostics(file));
		while (found?.length === 0) {
			found = program.getSemanticDiagnosticsOfNextAffectedFile()?.result;
		}
		const first = found?.[0];
		return {
			program,
			complaint: first && ts.flattenDiagnosticMessageText(first.messageText, '\n'),
		};
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'typesOfFile', TypeChecker)];
