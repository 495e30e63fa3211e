/** Imported as a module every export of `node:util` is read, and some load what starts threads: 3 ms of each start. */
export const { promisify } = process.getBuiltinModule('node:util');
