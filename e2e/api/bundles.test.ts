import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stackName } from '#infra/outputs.ts';
import { build } from '#scripts/local-cloud/build/build.ts';

type Resource = { readonly Type: string; readonly Properties?: { readonly Runtime?: string; readonly Description?: string; readonly Code?: { readonly S3Key?: string } } };

test('no function weighs more than 500 KB', async () => {
  const assembly = await build(() => {});
  const template = JSON.parse(readFileSync(join(assembly, `${stackName('local')}.template.json`), 'utf8')) as { Resources: Record<string, Resource> };
  const functions = Object.values(template.Resources).filter(({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties?.Runtime?.startsWith('nodejs'));
  expect(functions.length).toBeGreaterThan(2);
  for (const { Properties } of functions) {
    const folder = join(assembly, `asset.${Properties?.Code?.S3Key?.replace('.zip', '')}`);
    const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect([Properties?.Description, bytes < 500 * 1024]).toEqual([Properties?.Description, true]);
  }
}, 60_000);
