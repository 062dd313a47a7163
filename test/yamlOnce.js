/** js-yaml, which reads each document once in a process: the specification is read by most files. */
exports.load = (text, options) => JSON.parse(globalThis.yamlAsJson(text, options));
