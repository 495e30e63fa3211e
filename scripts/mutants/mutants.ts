import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** Replacement of the characters from `start` (inclusive) to `end` (exclusive) by `text`. */
type Mutation = { readonly start: number; readonly end: number; readonly text: string };

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
};

/** A call of one of these methods is replaced by its receiver. */
const removableMethods = ['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'flat'];

const emptyByNodeType: Readonly<Record<string, string>> = { ArrayExpression: '[]', TemplateLiteral: "''" };

type Node = { readonly type: string; readonly start: number; readonly end: number };

const findMutations = (file: string, source: string): readonly Mutation[] => {
  const mutations: Mutation[] = [];
  const literalTypes: Node[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  const add = ({ start, end }: Node, replacement: string) => mutations.push({ start, end, text: replacement });
  const swap = (node: Node & { left: Node; right: Node; operator: string }) => {
    const replacement = operators[node.operator];
    if (replacement) add(node, `(${text(node.left)} ${replacement} ${text(node.right)})`);
  };
  const negate = (test: Node) => text(test).startsWith('!') || add(test, `!(${text(test)})`);
  const returnEmpty = (node: Node | null) => {
    const replacement = node && emptyByNodeType[node.type];
    if (node && replacement && text(node) !== replacement) add(node, replacement);
  };
  const { program } = parseSync(file, source);
  new Visitor({
    TSLiteralType: (node) => void literalTypes.push(node),
    BinaryExpression: swap,
    LogicalExpression: swap,
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    UnaryExpression: (node) => node.operator === '!' && add(node, text(node.argument)),
    Literal: (node) => {
      if (typeof node.value === 'boolean') add(node, String(!node.value));
      if (typeof node.value === 'number') add(node, String(node.value + 1));
    },
    ExpressionStatement: (node) => node.expression.type !== 'Literal' && add(node, ';'),
    ThrowStatement: (node) => add(node, ';'),
    ReturnStatement: ({ argument }) => returnEmpty(argument),
    ArrowFunctionExpression: ({ body }) => returnEmpty(body),
    CallExpression: (node) => {
      if (node.callee.type !== 'MemberExpression' || node.callee.computed) return;
      const { object, property } = node.callee;
      const replacement = methods[text(property)];
      if (replacement) add(property, replacement);
      else if (removableMethods.includes(text(property))) add(node, text(object));
    },
  }).visit(program);
  return mutations
    .filter(({ start, end }) => !literalTypes.some((type) => type.start <= start && end <= type.end))
    .filter((mutation) => parseSync(file, mutated(source, mutation)).errors.length === 0)
    .toSorted((first, second) => first.start - second.start);
};

export const mutated = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end);

export type Mutant = Mutation & { readonly file: string; readonly source: string };

const sourceGlob = '{shared,lambdas,web/ui}/**/*.{ts,tsx}';
const isProduct = (file: string) => !/(\.test\.|type-test|\.d\.ts$|\/testing\/|\/locales\/)/.test(file);

/**
 * Orders mutants by a hash of the seed and the change, so that code shared by two commits yields the same mutants in
 * both.
 */
export const chooseMutants = (
  checkout: string,
  { seed, count, below }: { readonly seed: string; readonly count: number; readonly below: string },
): readonly Mutant[] =>
  globSync(sourceGlob, { cwd: checkout })
    .filter((file) => isProduct(file) && file.startsWith(below))
    .flatMap((file) => {
      const source = readFileSync(join(checkout, file), 'utf8');
      const times = new Map<string, number>();
      return findMutations(file, source).map((mutation) => {
        const change = [file, source.slice(mutation.start, mutation.end), mutation.text].join('\n');
        const nth = times.get(change) ?? 0;
        times.set(change, nth + 1);
        const sortKey = createHash('sha256').update(`${seed}\n${change}\n${nth}`).digest('hex');
        return { sortKey, mutant: { ...mutation, file, source } };
      });
    })
    .toSorted((first, second) => (first.sortKey < second.sortKey ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);

const abbreviate = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90);

export const described = ({ file, source, start, end, text }: Mutant): string =>
  `${file}:${source.slice(0, start).split('\n').length}  ${abbreviate(source.slice(start, end))} → ${abbreviate(text)}`;
