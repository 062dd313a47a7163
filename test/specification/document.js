const { readFileSync } = require('node:fs');
const path = require('node:path');

/** The text of docs/service.md, read from the project's folder. */
exports.readDocument = () => readFileSync(path.join('docs', 'service.md'), 'utf8');
