import * as z from 'zod/mini';

const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
/** `*` and `?` of policies and path patterns. */
export const matchesPattern = (pattern: string, text: string, flags = ''): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  ).test(text);

type Test = (actual: string, wanted: string) => boolean;

const equal: Test = (actual, wanted) => actual === wanted;
const like: Test = (actual, wanted) => matchesPattern(wanted, actual);

/** Of the keys that are known here each has one value: any of several is that one. */
const tests = {
  StringEquals: equal,
  StringLike: like,
  ArnEquals: like,
  ArnLike: like,
  Bool: (actual, wanted) => actual.toLowerCase() === wanted.toLowerCase(),
  'ForAnyValue:StringEquals': equal,
  'ForAnyValue:StringLike': like,
} as const satisfies Record<string, Test>;
type Operator = keyof typeof tests;

const isPlain = (value: unknown) => !String(value).includes('${');
const conditionValue = z.pipe(
  z
    .union([z.string(), z.boolean(), z.number(), z.array(z.union([z.string(), z.boolean(), z.number()]))])
    .check(z.refine(isPlain, 'the local cloud knows no policy variables')),
  z.transform((value) => [value].flat().map(String)),
);
const conditions = z.partialRecord(
  z.enum(Object.keys(tests) as Operator[], 'the local cloud cannot judge this condition'),
  z.record(z.string(), conditionValue),
);

const statementSchema = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Principal: z.optional(z.union([z.literal('*'), z.record(z.string(), oneOrMore)])),
  Condition: z.optional(conditions),
});
export type Statement = z.output<typeof statementSchema>;

export const policyDocument = z.object({
  Version: z.optional(z.string()),
  Statement: z.pipe(
    z.union([statementSchema, z.array(statementSchema)]),
    z.transform((value) => [value].flat()),
  ),
});

/** What is known of a request, by condition key in lower case, e.g. `aws:sourcearn`. */
export type Context = Readonly<Record<string, string>>;

export type AccessRequest = {
  readonly action: string;
  readonly resource: string;
  readonly context?: Context;
};

const concerns = ({ Action, Resource }: Statement, { action, resource }: AccessRequest): boolean =>
  Action.some((pattern) => matchesPattern(pattern, action, 'i')) &&
  Resource.some((pattern) => matchesPattern(pattern, resource));

/** Whether all conditions of a statement hold: a key of which nothing is known holds none. Every call of the local cloud stands for one over TLS. */
const holds = ({ Condition = {} }: Statement, context: Context): boolean => {
  const known: Context = { 'aws:securetransport': 'true', ...context };
  return Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => {
      const actual = known[key.toLowerCase()];
      return actual !== undefined && wanted.some((value) => tests[operator as Operator](actual, value));
    }),
  );
};

/** IAM's rule: an Allow that counts, and no Deny that does. */
export const isAllowed = (statements: readonly Statement[], request: AccessRequest): boolean => {
  const counting = statements.filter((each) => concerns(each, request) && holds(each, request.context ?? {}));
  return counting.some(({ Effect }) => Effect === 'Allow') && counting.every(({ Effect }) => Effect === 'Allow');
};

const named = ({ Principal }: Statement, kind: 'AWS' | 'Service'): string[] =>
  Principal === '*' ? ['*'] : (Principal?.[kind] ?? []);

/** Those that concern a role. An account as principal only lets its own policies decide, so it forbids a role something but allows it nothing. */
export const concerningRole = (statements: readonly Statement[], roleArn: string): Statement[] => {
  const account = roleArn.split(':')[4] ?? '';
  return statements.filter((statement) => {
    const principals = named(statement, 'AWS');
    const isAccount = principals.includes(account) || principals.includes(`arn:aws:iam::${account}:root`);
    return principals.includes('*') || principals.includes(roleArn) || (isAccount && statement.Effect === 'Deny');
  });
};

/** Whether a resource's own policy lets a service (`events.amazonaws.com`) do something for the resource that `sourceArn` names. */
export const allowsService = (
  statements: readonly Statement[],
  service: string,
  sourceArn: string,
  request: Pick<AccessRequest, 'action' | 'resource'>,
): boolean =>
  isAllowed(
    statements.filter((each) => named(each, 'AWS').includes('*') || named(each, 'Service').includes(service)),
    { ...request, context: { 'aws:sourcearn': sourceArn, 'aws:sourceaccount': sourceArn.split(':')[4] ?? '' } },
  );
