import { inProject } from './project.ts';

/** How the code of every function is bundled; `npm run bench -- starts` bundles what it compares them with in the same way. */

export const target = 'node24';

export const mainFields = ['module', 'main'] as const;

// Packages in CommonJS ask for `require`, which a module doesn't have.
export const banner = "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);";

// Lambda hands over its credentials in the environment; these look elsewhere and are never asked.
export const unusedCredentials: readonly string[] = ['ini', 'process', 'sso', 'web-identity'].map(
  (source) => `@aws-sdk/credential-provider-${source}`,
);

export const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  ['http', 'https', 'util'].flatMap((name) =>
    [name, `node:${name}`].map((specifier) => [specifier, inProject('infra', 'builtins', `${name}.ts`)]),
  ),
);
