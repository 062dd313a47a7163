/** Calls back when all that promises cause has happened. Lint allows `process` in JavaScript only. */
exports.afterPromises = (callback) => process.nextTick(callback);
