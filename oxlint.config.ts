import { defineConfig } from 'oxlint';

/** Forbidden imports and the reason, which lint prints. A `group` uses gitignore syntax; `!` allows imports again. */
type ImportRule = { readonly group: readonly string[]; readonly message: string };

const parentRule: ImportRule = {
  group: ['../**'],
  message:
    'Write ./x within a folder and #shared/x, #lambdas/x, #web/x across folders, so that a path names its folder.',
};
const grandparentRule: ImportRule = { group: ['../../**'], message: 'Write ./x or ../x nearby and #x across folders.' };
const scriptsRule: ImportRule = {
  group: ['#scripts/**', '#e2e/**'],
  message: 'Nothing imports scripts or e2e: what only exists locally must never reach the product.',
};
const testingRule: ImportRule = {
  group: ['#shared/testing/**', '#lambdas/testing/**', '#web/testing/**', '#infra/testing/**', './testing/**'],
  message: 'Test tools are for tests: the product never imports testing.',
};
const sharedRule: ImportRule = {
  group: ['**', '!./**', '!#shared/**', '!zod/mini', '!@jest/globals', '!fast-check', '!@zxcvbn-ts/language-common'],
  message:
    'shared is pure values and functions: it imports zod/mini and itself, so that it runs in the browser, in Lambda, in CDK and in scripts.',
};
/** Includes the rule about testing, since a separate rule would be overruled by the imports that `sharedRule` allows. */
const sharedProductRule: ImportRule = {
  group: [...sharedRule.group, '#shared/testing/**'],
  message: `${sharedRule.message} ${testingRule.message}`,
};
const otherFunctionRule: ImportRule = {
  group: ['#lambdas/functions/*/**'],
  message:
    'A function never imports another function, and a library never a function: shared code belongs in lambdas/lib.',
};
const functionRule: ImportRule = {
  group: ['#web/**', '#infra/**', '#scripts/**', '#e2e/**'],
  message: 'Functions import shared and lambdas only.',
};
const functionTestRule: ImportRule = {
  group: ['#web/**', '#infra/**', '#e2e/**', '#scripts/**', '!#scripts/local-cloud/**', '!#scripts/**/testing/**'],
  message: "Functions' tests import shared, lambdas, the local cloud and test tools only.",
};
const sdkRule: ImportRule = {
  group: ['@aws-sdk/**'],
  message:
    'The AWS SDK stays in lambdas/lib and in *-store.ts, *-pools.ts and index.ts: handlers take their collaborators as arguments.',
};
const middyRule: ImportRule = { group: ['@middy/**'], message: 'lambdas/lib/http/serve.ts is the only Middy file.' };
const infraRule: ImportRule = {
  group: ['#lambdas/**', '#web/**', '#scripts/**', '#e2e/**'],
  message: 'infra names entry files, it never imports them.',
};
const browserRule: ImportRule = {
  group: ['#lambdas/**', '#infra/**', '#scripts/**', '#e2e/**'],
  message: 'The browser imports shared and web only.',
};
const lowerLayerRule: ImportRule = {
  group: ['#web/app/**', '#web/features/**'],
  message: 'data, session, i18n, browser, ui and components know no feature and no page.',
};
const presentationRule: ImportRule = {
  group: ['#web/components/**'],
  message: 'ui shows what it is given: what requests data from the API belongs in web/components.',
};
const createFeatureRule = (...ownFeatures: readonly string[]): ImportRule => ({
  group: ['#web/app/**', '#web/features/*/**', ...ownFeatures.map((feature) => `!#web/features/${feature}/**`)],
  message: 'A feature knows neither the app nor another feature: the app hands it what it needs.',
});
const scriptFolders = ['build', 'content', 'demo', 'ops', 'quality', 'testing'];
const e2eRule: ImportRule = {
  group: ['#e2e/**', '**/e2e/**'],
  message: 'e2e stands above scripts: what both need goes to scripts/testing or scripts/demo.',
};
const localCloudRule: ImportRule = {
  group: [
    ...['shared', 'lambdas', 'infra', 'web', 'e2e'].map((folder) => `#${folder}/**`),
    '#scripts/**',
    '!#scripts/local-cloud/**',
    ...scriptFolders.map((folder) => `../${folder}/**`),
  ],
  message: 'local-cloud is AWS out of a template: it knows nothing of the portal.',
};

const productRules = [parentRule, scriptsRule, testingRule];
const lambdaRules = [parentRule, functionRule, testingRule, otherFunctionRule];

/** Import rules by folder. A later entry replaces the earlier ones for its files. */
const rulesByFolder: readonly { readonly files: readonly string[]; readonly importRules: readonly ImportRule[] }[] = [
  { files: ['shared/**'], importRules: [parentRule, sharedProductRule] },
  { files: ['lambdas/**'], importRules: [...lambdaRules, sdkRule, middyRule] },
  {
    files: ['lambdas/lib/**', ...['*-store', '*-pools', 'index'].map((name) => `lambdas/functions/**/${name}.ts`)],
    importRules: [...lambdaRules, middyRule],
  },
  {
    files: ['spreadsheets', 'email'].map((name) => `lambdas/lib/${name}/**`),
    importRules: [...lambdaRules, sdkRule, middyRule],
  },
  { files: ['lambdas/lib/http/serve.ts'], importRules: lambdaRules },
  { files: ['infra/**'], importRules: [parentRule, infraRule, testingRule] },
  { files: ['web/**'], importRules: [parentRule, browserRule, testingRule] },
  {
    files: ['data', 'session', 'i18n', 'browser', 'components'].map((folder) => `web/${folder}/**`),
    importRules: [parentRule, browserRule, testingRule, lowerLayerRule],
  },
  { files: ['web/ui/**'], importRules: [parentRule, browserRule, testingRule, lowerLayerRule, presentationRule] },
  { files: ['web/features/**'], importRules: [parentRule, browserRule, testingRule, createFeatureRule()] },
  // Repairs and returns are two kinds of records with a common user interface.
  {
    files: ['web/features/records/**'],
    importRules: [parentRule, browserRule, testingRule, createFeatureRule('records')],
  },
  {
    files: ['web/features/repairs/**'],
    importRules: [parentRule, browserRule, testingRule, createFeatureRule('repairs', 'records')],
  },
  {
    files: ['web/features/returns/**'],
    importRules: [parentRule, browserRule, testingRule, createFeatureRule('returns', 'records')],
  },
  { files: ['web/features/users/**'], importRules: [parentRule, browserRule, testingRule, createFeatureRule('users')] },
  // Tests may use test tools, and import from other features.
  { files: ['shared/**/*.test.ts', 'shared/testing/**'], importRules: [parentRule, sharedRule] },
  { files: ['lambdas/**/*.test.ts', 'lambdas/testing/**'], importRules: [parentRule, functionTestRule] },
  { files: ['infra/**/*.test.ts', 'infra/testing/**'], importRules: [parentRule, infraRule] },
  { files: ['web/**/*.test.{ts,tsx}', 'web/testing/**'], importRules: [parentRule, browserRule] },
  { files: ['e2e/**'], importRules: [grandparentRule] },
  { files: ['scripts/**'], importRules: [grandparentRule, e2eRule] },
  { files: ['scripts/local-cloud/**'], importRules: [grandparentRule, e2eRule, localCloudRule] },
];

const zodRule = {
  name: 'zod',
  message: "Import * as z from 'zod/mini': the full zod brings every language and half a megabyte.",
};

const toLintRules = (importRules: readonly ImportRule[]) => ({
  'no-restricted-imports': [
    'error',
    { paths: [zodRule], patterns: importRules.map(({ group, message }) => ({ group: [...group], message })) },
  ] as ['error', { paths: (typeof zodRule)[]; patterns: { group: string[]; message: string }[] }],
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
    ...toLintRules(productRules),
  },
  overrides: [
    ...rulesByFolder.map(({ files, importRules }) => ({ files: [...files], rules: toLintRules(importRules) })),
    { files: ['infra/**'], rules: { 'no-new': 'off' } },
    { files: ['infra/**', '**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
});
