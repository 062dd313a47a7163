// Instead of n8n's engine, which jest would load anew for each file of tests. The nodes that it loads
// are loaded anew, by jest.
module.exports = globalThis.keptBundle('engine', require);
