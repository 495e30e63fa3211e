import type { BuildOptions } from 'esbuild';
import { resolveProjectPath } from './project.ts';

// Lambda passes credentials in environment variables, so the SDK never uses these providers.
const unusedCredentials = ['ini', 'process', 'sso', 'web-identity'].map(
  (source) => `@aws-sdk/credential-provider-${source}`,
);

const builtinAliases: Readonly<Record<string, string>> = Object.fromEntries(
  ['http', 'https', 'util'].flatMap((name) =>
    [name, `node:${name}`].map((specifier) => [specifier, resolveProjectPath('infra', 'builtins', `${name}.ts`)]),
  ),
);

const commonOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  // CommonJS packages call `require`, which ES modules don't have.
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  outExtension: { '.js': '.mjs' },
  absWorkingDir: resolveProjectPath(),
  logLevel: 'warning',
} satisfies BuildOptions;

/** esbuild options for a function's `index.ts`, and for its `worker.ts`, whose packages use more Node.js modules. */
export const bundleOptions = {
  index: { ...commonOptions, external: unusedCredentials, alias: builtinAliases },
  worker: commonOptions,
} satisfies Record<string, BuildOptions>;
