import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import type { FoundExpression } from './testing/composed-expressions.ts';

const root = join(import.meta.dirname, '..');

/** Whatever a file, a request or a user may meet. */
const files = globSync('{shared,lambdas,web}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(?:test|type-test)\.tsx?$|\/testing\/|^web\/build\//.test(file),
);

/** All that a module's syntax tree holds of a kind, to whatever depth. */
const nodesOf = (tree: unknown, kind: string): Record<string, unknown>[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  const inner = Object.values(tree).flatMap((value) => nodesOf(value, kind));
  return 'type' in tree && tree.type === kind ? [{ ...tree }, ...inner] : inner;
};

const written: FoundExpression[] = [];
const composed: FoundExpression[] = [];

beforeAll(async () => {
  const composers: string[] = [];
  for (const file of files) {
    const { body } = parseSync(readFileSync(join(root, file), 'utf8'), {
      syntax: 'typescript',
      tsx: file.endsWith('x'),
      target: 'es2024',
    });
    for (const { pattern, flags } of nodesOf(body, 'RegExpLiteral'))
      written.push({ where: file, source: String(pattern), flags: String(flags) });
    if (nodesOf(body, 'NewExpression').some(({ callee }) => Object(callee).value === 'RegExp'))
      composers.push(join(root, file));
  }

  // In a thread of its own, since modules that are loaded already compose nothing.
  const thread = new Worker(new URL('testing/composed-expressions.ts', import.meta.url), { workerData: composers });
  const [found] = await once(thread, 'message');
  composed.push(...found);
});

/** As text, those whose work may grow faster than what they are given: by the square of its length, or worse. */
const slow = (found: readonly FoundExpression[]) => {
  const different = new Map(found.map((one) => [`${one.where} /${one.source}/${one.flags}`, one]));
  return [...different].flatMap(([text, one]) => (analyse(one).reports.length > 0 ? [text] : []));
};

test('no regular expression of the product takes more than linear time', () => {
  expect(written.length).toBeGreaterThan(80);
  expect(slow(written)).toEqual([]);
});

test('nor does one that is put together: of a text, of the catalogue, or in zod', async () => {
  expect(composed.map(({ where }) => relative(root, where))).toEqual(
    expect.arrayContaining(['shared/fields.ts', 'shared/plain-text.ts']),
  );
  const { bookableProducts } = await import('#shared/catalogue/repairs.ts');
  const ofCatalogue = bookableProducts.flatMap(({ serialNumber }) => serialNumber?.pattern ?? []);
  expect(composed.map(({ source }) => source)).toEqual(expect.arrayContaining(ofCatalogue));
  expect(slow(composed)).toEqual([]);
});

test('one that does is found', () =>
  expect(
    slow([
      { where: 'a', source: '\\s+$', flags: '' },
      { where: 'b', source: '^(?:a+)+$', flags: 'u' },
      { where: 'c', source: '^a+$', flags: '' },
    ]),
  ).toEqual(['a /\\s+$/', 'b /^(?:a+)+$/u']));
