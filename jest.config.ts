import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const common = {
  roots: ['shared', 'lambdas', 'infra', 'scripts', 'e2e'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  // Not in the folder for temporary files: `npm test` has one of its own for each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
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
} satisfies Config;

/** Tests of scripts that ask the synthesized templates. */
const onTemplates = ['testing/tables', 'bench/idle', 'bench/weather', 'users/audit-roles'].map(
  (name) => `<rootDir>/scripts/${name}.test.ts`,
);

const onRunbooks = '<rootDir>/scripts/runbooks/typed.test.ts';

/**
 * Everything that isn't web: shared, lambdas, infra and scripts, as native ESM. Web components are tested by vitest.
 * What several suites need and is dear to make (templates, a seeded portal) is made once, and only when one of them runs.
 */
export default {
  projects: [
    {
      ...common,
      displayName: 'infra',
      testMatch: ['<rootDir>/infra/**/*.test.ts', ...onTemplates],
      globalSetup: '<rootDir>/infra/testing/synthesize-stages.mts',
    },
    {
      ...common,
      displayName: 'wire',
      testMatch: ['<rootDir>/e2e/api/**/*.test.ts'],
      globalSetup: '<rootDir>/e2e/api/seed-portal.mts',
    },
    {
      ...common,
      displayName: 'units',
      testMatch: ['<rootDir>/{shared,lambdas,scripts,e2e}/**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/e2e/api/', onRunbooks, ...onTemplates],
    },
    // By `npm run runbooks` only: it needs the AWS CLI.
    { ...common, displayName: 'runbooks', testMatch: [onRunbooks] },
  ],
  testTimeout: 30_000,
  // When called by itself; npm test says how many for which projects.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // What a suite has loaded as native ESM is never freed, and a large heap makes every later suite slow: workers begin anew.
  workerIdleMemoryLimit: '1200MB',
} satisfies Config;
