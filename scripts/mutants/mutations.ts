import { parseSync, Visitor } from 'vite';

/** One change of a source: the characters from `start` to before `end` become `text`. */
export type Mutation = { readonly start: number; readonly end: number; readonly text: string };

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

/** A call of these becomes what it is called on. */
const passed = ['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'flat'];

const empty: Readonly<Record<string, string>> = { ArrayExpression: '[]', TemplateLiteral: "''" };

type Node = { readonly type: string; readonly start: number; readonly end: number };

/** Every mutation of a source, in its order. Types and imports stay as they are. */
export const mutationsOf = (file: string, source: string): readonly Mutation[] => {
  const found: Mutation[] = [];
  const types: Node[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  const add = ({ start, end }: Node, replacement: string) => found.push({ start, end, text: replacement });
  const swap = (node: Node & { left: Node; right: Node; operator: string }) => {
    const other = operators[node.operator];
    if (other) add(node, `(${text(node.left)} ${other} ${text(node.right)})`);
  };
  const negate = (test: Node) => text(test).startsWith('!') || add(test, `!(${text(test)})`);
  const returnEmpty = (node: Node | null) => {
    const replacement = node && empty[node.type];
    if (node && replacement && text(node) !== replacement) add(node, replacement);
  };
  const { program } = parseSync(file, source);
  new Visitor({
    TSLiteralType: (node) => void types.push(node),
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
      const other = methods[text(property)];
      if (other) add(property, other);
      else if (passed.includes(text(property))) add(node, text(object));
    },
  }).visit(program);
  return found
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end))
    .filter((mutation) => parseSync(file, mutated(source, mutation)).errors.length === 0)
    .toSorted((one, other) => one.start - other.start);
};

export const mutated = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end);
