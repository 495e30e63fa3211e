import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';

type Found = { readonly where: string; readonly source: string; readonly flags: string };

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

const written: Found[] = [];
const composed: Found[] = [];

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
    if (nodesOf(body, 'NewExpression').some(({ callee }) => Object(callee).value === 'RegExp')) composers.push(file);
  }

  const Original = RegExp;
  let where = '';
  globalThis.RegExp = class extends Original {
    constructor(...given: ConstructorParameters<typeof Original>) {
      super(...given);
      composed.push({ where, source: this.source, flags: this.flags });
    }
  } as RegExpConstructor;
  for (where of composers) await import(pathToFileURL(join(root, where)).href);
  globalThis.RegExp = Original;
});

/** As text, those whose work may grow faster than what they are given: by the square of its length, or worse. */
const slow = (found: readonly Found[]) => {
  const different = new Map(found.map((one) => [`${one.where} /${one.source}/${one.flags}`, one]));
  return [...different].flatMap(([text, one]) => (analyse(one).reports.length > 0 ? [text] : []));
};

test('no regular expression of the product takes more than linear time', () => {
  expect(written.length).toBeGreaterThan(80);
  expect(slow(written)).toEqual([]);
});

test('nor does one that is put together: of a text, of the catalogue, or in zod', async () => {
  expect(composed.map(({ where }) => where)).toEqual(
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
