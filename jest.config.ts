import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const common = {
  roots: ['shared', 'lambdas', 'infra', 'scripts', 'e2e'].map((folder) => `<rootDir>/${folder}`),
  // Plain Node, which runs TypeScript by itself: files of a worker share the modules that they import. A virtual machine with its own
  // modules for each file costs more processor time than the tests. Its workers are threads: child processes of this runner that start
  // at the same time may wait for ever for their settings.
  runner: 'jest-light-runner',
  setupFiles: ['<rootDir>/scripts/testing/jest-globals.ts'],
  transform: {},
  testEnvironment: 'node',
  // Outside of the folder for temporary files, which `npm test` makes for each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
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
      globalTeardown: '<rootDir>/e2e/api/stop-portal.mts',
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
  // When called by itself; npm test says how many for which projects.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
} satisfies Config;
