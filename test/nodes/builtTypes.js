const path = require('node:path');

/**
 * The types of the package as n8n gets them: built, and named in `package.json`. Read from the
 * project's folder.
 *
 * @returns {{
 *   credentialTypes: import('n8n-workflow').ICredentialType[],
 *   nodeTypes: import('n8n-workflow').INodeType[],
 * }}
 */
exports.readBuiltTypes = () => {
	const { n8n } = require(path.resolve('package.json'));
	const typesIn = (/** @type {string[]} */ files) =>
		files.flatMap((file) =>
			Object.values(require(path.resolve(file))).map((BuiltType) => new BuiltType()),
		);
	return { credentialTypes: typesIn(n8n.credentials), nodeTypes: typesIn(n8n.nodes) };
};
