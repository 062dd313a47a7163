// Prints an item of each operation. In a process of its own, as n8n's engine changes loaded nodes.
/** @type {typeof import('../../test/nodes/exampleItems.js')} */
const { exampleItems } = await import(new URL('../../build/exampleItems.js', import.meta.url).href);
process.stdout.write(JSON.stringify(await exampleItems()), () => process.exit());
