const { readFileSync } = require('node:fs');
const path = require('node:path');

/** The text of specification/service.md, read from the project's folder. */
exports.readDocument = () => readFileSync(path.join('specification', 'service.md'), 'utf8');
