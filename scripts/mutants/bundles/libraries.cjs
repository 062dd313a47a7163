// Instead of the libraries of the tests, which jest would load anew for each file of tests.
module.exports = globalThis.keptBundle('libraries', require);
