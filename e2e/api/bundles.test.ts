import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { toStackName } from '#infra/outputs.ts';
import { build } from '#scripts/build/build.ts';
import { cookiePrefix } from '#scripts/local-cloud/cloudfront/cookies-without-tls.ts';
import { findMissedBounds } from '#scripts/quality/bench/figure.ts';
import { compareBuild } from '#scripts/quality/bench/sizes.ts';

const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.optional(
        z.object({
          // The description of CDK's own functions may be an expression.
          Description: z.optional(z.unknown()),
          Code: z.optional(z.object({ S3Key: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
});

const kilobyte = 1024;
let assembly: string;
let bundles: { readonly name: string; readonly folder: string; readonly bytes: number }[];

beforeAll(async () => {
  assembly = await build(() => {});
  const { Resources } = template.parse(
    JSON.parse(readFileSync(join(assembly, `${toStackName('local')}.template.json`), 'utf8')),
  );
  const functions = Object.values(Resources).flatMap(({ Type, Properties: { Description, Code } = {} }) =>
    Type === 'AWS::Lambda::Function' && typeof Description === 'string' ? [{ Description, Code }] : [],
  );
  bundles = functions.map(({ Description, Code }) => {
    const folder = join(assembly, `asset.${Code?.S3Key?.replace('.zip', '')}`);
    const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    return { name: Description.replace(/^.*: /, ''), folder, bytes };
  });
}, 60_000);

const isFileReader = ({ name }: { readonly name: string }) => ['return-files', 'user-files'].includes(name);

test('functions stay below 500 KB, file readers below 1,500 KB', () => {
  expect(bundles.length).toBeGreaterThan(5);
  expect(bundles.filter(isFileReader)).toHaveLength(2);
  expect(bundles.filter((bundle) => bundle.bytes >= (isFileReader(bundle) ? 1500 : 500) * kilobyte)).toEqual([]);
});

test("only the file readers contain the worker thread's bundle", () => {
  const bundlesWithThread = bundles.filter(({ folder }) => existsSync(join(folder, 'worker.mjs')));
  expect(bundlesWithThread.map(({ name }) => name)).toEqual(['return-files', 'user-files']);
  for (const { folder } of bundlesWithThread)
    expect(statSync(join(folder, 'worker.mjs')).size).toBeLessThan(200 * kilobyte);
});

test('no function imports Node modules that slow down its start', () => {
  const slowBundles = bundles.filter(({ folder }) =>
    /from\s*"(node:)?(https?|util)"/.test(readFileSync(join(folder, 'index.mjs'), 'utf8')),
  );
  expect(slowBundles.map(({ name }) => name)).toEqual([]);
});

test('no deployed file contains the code for cookies without TLS', () => {
  const files = readdirSync(assembly, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const filesWithMark = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(cookiePrefix));
  expect(files.length).toBeGreaterThan(50);
  expect(filesWithMark.map(({ name }) => name)).toEqual([]);
});

test('no page has grown by more than 2 KB since its size was recorded', () => {
  const figures = compareBuild();
  expect(figures.length).toBeGreaterThan(15);
  // Intended growth is recorded with `npm run bench -- sizes --record`.
  expect(findMissedBounds(figures, false)).toEqual([]);
});
