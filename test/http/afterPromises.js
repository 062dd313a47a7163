/**
 * Calls back when all that promises cause has happened. Lint allows `process` in JavaScript only.
 *
 * @param {() => void} callback
 */
exports.afterPromises = (callback) => process.nextTick(callback);
