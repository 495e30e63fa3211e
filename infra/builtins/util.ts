/**
 * Replaces `node:util` in the bundles of the functions (infra/bundling.ts). Avoids `import`, which evaluates every export of `node:util`; some load worker thread code and add 3 ms to each cold
 * start.
 */
export const { promisify } = process.getBuiltinModule('node:util');
