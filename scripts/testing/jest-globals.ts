import { registerHooks } from 'node:module';

/**
 * Setup file of jest: lets tests import `@jest/globals`, whose own module only works inside jest's virtual machines. Tests run in plain
 * Node here (jest-light-runner), where the same functions are globals.
 */
const names = 'afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test';
const url = `data:text/javascript,export const { ${names} } = globalThis;`;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals' ? { url, format: 'module', shortCircuit: true } : nextResolve(specifier, context),
});
