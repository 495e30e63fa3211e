import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import type { LocatedExpression } from '../testing/constructed-expressions.ts';

const root = join(import.meta.dirname, '../..');

/** Files whose expressions process user input, requests or uploads. `shared` comes first, because the first file that loads an expression is reported. */
const files = ['shared', 'lambdas', 'web']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).toSorted())
  .filter((file) => !/\.(?:test|type-test)\.tsx?$|\/testing\/|^web\/build\//.test(file));

/** Finds all nodes of a kind in a module's syntax tree. */
const findNodes = (tree: unknown, kind: string): Record<string, unknown>[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  const inner = Object.values(tree).flatMap((value) => findNodes(value, kind));
  return 'type' in tree && tree.type === kind ? [{ ...tree }, ...inner] : inner;
};

const literals: LocatedExpression[] = [];
const constructedExpressions: LocatedExpression[] = [];

beforeAll(async () => {
  const constructingFiles: string[] = [];
  for (const file of files) {
    const { body } = parseSync(readFileSync(join(root, file), 'utf8'), {
      syntax: 'typescript',
      tsx: file.endsWith('x'),
      target: 'es2024',
    });
    for (const { pattern, flags } of findNodes(body, 'RegExpLiteral'))
      literals.push({ where: file, source: String(pattern), flags: String(flags) });
    if (findNodes(body, 'NewExpression').some(({ callee }) => Object(callee).value === 'RegExp'))
      constructingFiles.push(join(root, file));
  }

  // The modules are loaded in a worker thread, because modules that are already loaded would not construct their expressions
  // again.
  const thread = new Worker(new URL('../testing/constructed-expressions.ts', import.meta.url), {
    workerData: constructingFiles,
  });
  const [expressions] = await once(thread, 'message');
  constructedExpressions.push(...expressions);
});

/** Returns, as text, the expressions with superlinear worst-case time. */
const findSlowExpressions = (expressions: readonly LocatedExpression[]) => {
  const expressionByText = new Map(
    expressions.map((expression) => [`${expression.where} /${expression.source}/${expression.flags}`, expression]),
  );
  return [...expressionByText].flatMap(([text, expression]) => (analyse(expression).reports.length > 0 ? [text] : []));
};

test('the product’s regular expression literals take linear time', () => {
  expect(literals.length).toBeGreaterThan(80);
  expect(findSlowExpressions(literals)).toEqual([]);
});

test('the product’s constructed regular expressions take linear time', async () => {
  expect(constructedExpressions.map(({ where }) => relative(root, where))).toEqual(
    expect.arrayContaining(['shared/api/fields.ts', 'shared/text/csv-cell.ts']),
  );
  const { bookableProducts } = await import('#shared/catalogue/repairs.ts');
  const cataloguePatterns = bookableProducts.flatMap(({ serialNumber }) => serialNumber?.pattern ?? []);
  expect(constructedExpressions.map(({ source }) => source)).toEqual(expect.arrayContaining(cataloguePatterns));
  expect(findSlowExpressions(constructedExpressions)).toEqual([]);
});

test('expressions with superlinear time are detected', () =>
  expect(
    findSlowExpressions([
      { where: 'a', source: '\\s+$', flags: '' },
      { where: 'b', source: '^(?:a+)+$', flags: 'u' },
      { where: 'c', source: '^a+$', flags: '' },
    ]),
  ).toEqual(['a /\\s+$/', 'b /^(?:a+)+$/u']));
