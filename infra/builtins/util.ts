/**
 * `node:util` as the bundles of functions have it: imported as a module every export is read, and some of them load what starts
 * threads and compares texts: 3 ms of processor at each start.
 */
export const { promisify } = process.getBuiltinModule('node:util');
