import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const common = {
  roots: ['shared', 'lambdas', 'infra', 'scripts', 'e2e'].map((folder) => `<rootDir>/${folder}`),
  // Plain Node, which runs TypeScript natively: files of a worker share the modules that they import. A virtual machine per file, with its
  // own modules, takes more processor time than the tests. Workers are threads, because child processes of this runner that start at the
  // same time may wait forever for their settings.
  runner: 'jest-light-runner',
  setupFiles: ['<rootDir>/scripts/testing/jest-globals.ts'],
  transform: {},
  testEnvironment: 'node',
  // Outside the temporary folder, because `npm test` creates a new one for each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
} satisfies Config;

/** Tests of scripts that use the synthesized templates. */
const templateTests = [
  'testing/tables',
  'quality/bench/idle',
  'quality/bench/bus-outage',
  'ops/users/audit-roles',
  'ops/letters/queues',
].map((name) => `<rootDir>/scripts/${name}.test.ts`);

const runbookTest = '<rootDir>/scripts/quality/runbooks/run-commands.test.ts';

/**
 * Tests of shared, lambdas, infra and scripts, as native ESM; vitest runs those of web. Expensive fixtures of several suites (templates, a seeded portal) are created once, and only if one of them runs.
 */
export default {
  projects: [
    {
      ...common,
      displayName: 'infra',
      testMatch: ['<rootDir>/infra/**/*.test.ts', ...templateTests],
      globalSetup: '<rootDir>/infra/testing/synthesize-stages.mts',
    },
    // Tests of the API over HTTP against a running portal.
    {
      ...common,
      displayName: 'wire',
      testMatch: ['<rootDir>/e2e/api/**/*.test.ts'],
      globalSetup: '<rootDir>/e2e/api/seed-portal.mts',
      globalTeardown: '<rootDir>/e2e/api/stop-portal.mts',
    },
    {
      ...common,
      displayName: 'units',
      testMatch: ['<rootDir>/{shared,lambdas,scripts,e2e}/**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/e2e/api/', runbookTest, ...templateTests],
    },
    // Run by `npm run runbooks` only, because it needs the AWS CLI.
    { ...common, displayName: 'runbooks', testMatch: [runbookTest] },
  ],
  // Default for direct calls; npm test sets the number for each group of projects.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
} satisfies Config;
