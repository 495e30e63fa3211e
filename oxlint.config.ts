import { defineConfig } from 'oxlint';

/** What a file may not import, and why: lint answers with the message. A `group` is gitignore-like, `!` lets something in again. */
type Wall = { readonly group: readonly string[]; readonly message: string };

const home: Wall = {
  group: ['../**'],
  message:
    'Write ./x for your own folder and #shared/x, #lambdas/x, #web/x abroad: a path then says which room it enters.',
};
const nearby: Wall = { group: ['../../**'], message: 'Write ./x or ../x nearby and #x abroad.' };
const noScripts: Wall = {
  group: ['#scripts/**', '#e2e/**'],
  message: 'Nothing imports scripts or e2e: what only exists locally must never reach the product.',
};
const noTesting: Wall = {
  group: ['#lambdas/testing/**', '#web/testing/**', '#infra/testing/**', './testing/**'],
  message: 'Test tools are for tests: the product never imports testing.',
};
const pure: Wall = {
  group: ['**', '!./**', '!#shared/**', '!zod/mini', '!@jest/globals', '!fast-check', '!@zxcvbn-ts/language-common'],
  message:
    'shared is pure values and functions: it imports zod/mini and itself, so that it runs in the browser, in Lambda, in CDK and in scripts.',
};
const noOtherFeature: Wall = {
  group: [
    '#lambdas/*/**',
    '!#lambdas/http/**',
    '!#lambdas/aws/**',
    '!#lambdas/bulk/**',
    '!#lambdas/directory/**',
    '!#lambdas/records/**',
    '!#lambdas/spreadsheets/**',
    '!#lambdas/email-parts/**',
  ],
  message:
    'A feature never imports another feature: what two need moves to http, aws, bulk, directory, records, spreadsheets or email-parts.',
};
const functionsOnly: Wall = {
  group: ['#web/**', '#infra/**', '#scripts/**', '#e2e/**'],
  message: 'Functions import shared and lambdas only.',
};
const testsOfFunctions: Wall = {
  group: ['#web/**', '#infra/**', '#e2e/**', '#scripts/**', '!#scripts/local-cloud/**', '!#scripts/**/testing/**'],
  message: "Functions' tests import shared, lambdas, the local cloud and test tools only.",
};
const noSdk: Wall = {
  group: ['@aws-sdk/**'],
  message:
    'The AWS SDK stays in aws, http, bulk, directory, records, store.ts, pools.ts, uploads.ts and index.ts: handlers take their collaborators as arguments.',
};
const noMiddy: Wall = { group: ['@middy/**'], message: 'lambdas/http/serve.ts is the only Middy file.' };
const entriesByName: Wall = {
  group: ['#lambdas/**', '#web/**', '#scripts/**', '#e2e/**'],
  message: 'infra names entry files, it never imports them.',
};
const browserOnly: Wall = {
  group: ['#lambdas/**', '#infra/**', '#scripts/**', '#e2e/**'],
  message: 'The browser imports shared and web only.',
};
const below: Wall = {
  group: ['#web/app/**', '#web/features/**'],
  message: 'data, session, language, browser and ui know no feature and no page.',
};
const ownFeature = (...own: readonly string[]): Wall => ({
  group: ['#web/app/**', '#web/features/*/**', ...own.map((feature) => `!#web/features/${feature}/**`)],
  message: 'A feature knows neither the app nor another feature: the app hands it what it needs.',
});
const neighbours = [
  'bench',
  'build',
  'catalogue',
  'contract',
  'demo',
  'faults',
  'forget',
  'model',
  'records',
  'restore',
  'secrets',
  'testing',
  'users',
];
const belowTests: Wall = {
  group: ['#e2e/**', '**/e2e/**'],
  message: 'e2e stands above scripts: what both need goes to scripts/testing or scripts/demo.',
};
const lodger: Wall = {
  group: [
    ...['shared', 'lambdas', 'infra', 'web', 'e2e'].map((room) => `#${room}/**`),
    '#scripts/**',
    '!#scripts/local-cloud/**',
    ...neighbours.map((room) => `../${room}/**`),
  ],
  message: 'local-cloud is AWS out of a template: it knows nothing of the portal.',
};

const product = [home, noScripts, noTesting];
const inFunctions = [home, functionsOnly, noTesting, noOtherFeature];

/** THE walls, by room. A later entry replaces the earlier ones for its files. */
const rooms: readonly { readonly files: readonly string[]; readonly walls: readonly Wall[] }[] = [
  { files: ['shared/**'], walls: [home, pure] },
  { files: ['lambdas/**'], walls: [...inFunctions, noSdk, noMiddy] },
  {
    files: [
      ...['aws', 'http', 'bulk', 'directory', 'records'].map((room) => `lambdas/${room}/**`),
      ...['store', 'pools', 'uploads', 'index'].map((name) => `lambdas/*/${name}.ts`),
    ],
    walls: [...inFunctions, noMiddy],
  },
  { files: ['lambdas/http/serve.ts'], walls: inFunctions },
  { files: ['infra/**'], walls: [home, entriesByName, noTesting] },
  { files: ['web/**'], walls: [home, browserOnly, noTesting] },
  {
    files: ['data', 'session', 'language', 'browser', 'ui'].map((room) => `web/${room}/**`),
    walls: [home, browserOnly, noTesting, below],
  },
  { files: ['web/features/**'], walls: [home, browserOnly, noTesting, ownFeature()] },
  // Repairs and returns are two kinds of records, and show them alike.
  { files: ['web/features/records/**'], walls: [home, browserOnly, noTesting, ownFeature('records')] },
  { files: ['web/features/repairs/**'], walls: [home, browserOnly, noTesting, ownFeature('repairs', 'records')] },
  { files: ['web/features/returns/**'], walls: [home, browserOnly, noTesting, ownFeature('returns', 'records')] },
  { files: ['web/features/users/**'], walls: [home, browserOnly, noTesting, ownFeature('users')] },
  // Tests may use test tools, and see behind the walls between features.
  { files: ['lambdas/**/*.test.ts', 'lambdas/testing/**'], walls: [home, testsOfFunctions] },
  { files: ['infra/**/*.test.ts', 'infra/testing/**'], walls: [home, entriesByName] },
  { files: ['web/**/*.test.{ts,tsx}', 'web/testing/**'], walls: [home, browserOnly] },
  { files: ['e2e/**'], walls: [nearby] },
  { files: ['scripts/**'], walls: [nearby, belowTests] },
  { files: ['scripts/local-cloud/**'], walls: [nearby, belowTests, lodger] },
];

const zodMini = {
  name: 'zod',
  message: "Import * as z from 'zod/mini': the full zod brings every language and half a megabyte.",
};

const restricted = (walls: readonly Wall[]) => ({
  'no-restricted-imports': [
    'error',
    { paths: [zodMini], patterns: walls.map(({ group, message }) => ({ group: [...group], message })) },
  ] as ['error', { paths: (typeof zodMini)[]; patterns: { group: string[]; message: string }[] }],
});

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'cdk.out', 'infra/edge-functions'],
  rules: {
    'react/react-in-jsx-scope': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-unassigned-import': 'off',
    'no-underscore-dangle': 'off',
    eqeqeq: ['error', 'always'],
    'no-var': 'error',
    'prefer-const': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/consistent-type-specifier-style': ['error', 'prefer-top-level'],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    ...restricted(product),
  },
  overrides: [
    ...rooms.map(({ files, walls }) => ({ files: [...files], rules: restricted(walls) })),
    { files: ['infra/**'], rules: { 'no-new': 'off' } },
    { files: ['infra/**', '**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
});
