import type { Config } from 'jest';

/** Everything that isn't web: shared, lambdas, infra and scripts, as native ESM. Web components are tested by vitest. */
export default {
  roots: ['<rootDir>/shared', '<rootDir>/lambdas', '<rootDir>/infra', '<rootDir>/scripts', '<rootDir>/e2e'],
  testMatch: ['**/*.test.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
  testTimeout: 20_000,
} satisfies Config;
