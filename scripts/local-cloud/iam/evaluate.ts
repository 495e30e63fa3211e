import * as z from 'zod/mini';

const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);

/** Matches `*` and `?` as in policies and path patterns. */
export const matchesPattern = (pattern: string, text: string, flags = ''): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  ).test(text);

type ConditionTest = (actual: string, expected: string) => boolean;

const isEqual: ConditionTest = (actual, expected) => actual === expected;
const isLike: ConditionTest = (actual, expected) => matchesPattern(expected, actual);

/** Tests of condition operators. Each supported condition key has a single value, so ForAnyValue tests that value. */
const operators = {
  StringEquals: isEqual,
  StringLike: isLike,
  ArnEquals: isLike,
  ArnLike: isLike,
  Bool: (actual, expected) => actual.toLowerCase() === expected.toLowerCase(),
  'ForAnyValue:StringEquals': isEqual,
  'ForAnyValue:StringLike': isLike,
} as const satisfies Record<string, ConditionTest>;
type Operator = keyof typeof operators;

const hasNoVariables = (value: unknown) => !String(value).includes('${');
const conditionValue = z.pipe(
  z
    .union([z.string(), z.boolean(), z.number(), z.array(z.union([z.string(), z.boolean(), z.number()]))])
    .check(z.refine(hasNoVariables, 'the local cloud knows no policy variables')),
  z.transform((value) => [value].flat().map(String)),
);
const conditions = z.partialRecord(
  z.enum(Object.keys(operators) as Operator[], 'the local cloud cannot judge this condition'),
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

/** Condition keys of a request, in lower case, e.g. `aws:sourcearn`. */
export type Context = Readonly<Record<string, string>>;

export type AccessRequest = {
  readonly action: string;
  readonly resource: string;
  readonly context?: Context;
};

const appliesTo = ({ Action, Resource }: Statement, { action, resource }: AccessRequest): boolean =>
  Action.some((pattern) => matchesPattern(pattern, action, 'i')) &&
  Resource.some((pattern) => matchesPattern(pattern, resource));

/**
 * Returns whether all conditions of a statement are met; an unknown key is never met. Every local call counts as made
 * over TLS.
 */
const meetsConditions = ({ Condition = {} }: Statement, context: Context): boolean => {
  const fullContext: Context = { 'aws:securetransport': 'true', ...context };
  return Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) => {
      const actual = fullContext[key.toLowerCase()];
      return actual !== undefined && expected.some((value) => operators[operator as Operator](actual, value));
    }),
  );
};

/** Evaluates a request as IAM does: an applicable Allow is required, and an applicable Deny overrides it. */
export const isAllowed = (statements: readonly Statement[], request: AccessRequest): boolean => {
  const applicable = statements.filter(
    (statement) => appliesTo(statement, request) && meetsConditions(statement, request.context ?? {}),
  );
  return applicable.some(({ Effect }) => Effect === 'Allow') && applicable.every(({ Effect }) => Effect === 'Allow');
};

const findPrincipals = ({ Principal }: Statement, kind: 'AWS' | 'Service'): string[] =>
  Principal === '*' ? ['*'] : (Principal?.[kind] ?? []);

/**
 * Selects the statements that apply to a role. An account as principal delegates to the role's own policies, so only
 * its Deny statements apply.
 */
export const findStatementsForRole = (statements: readonly Statement[], roleArn: string): Statement[] => {
  const account = roleArn.split(':')[4] ?? '';
  return statements.filter((statement) => {
    const principals = findPrincipals(statement, 'AWS');
    const isAccount = principals.includes(account) || principals.includes(`arn:aws:iam::${account}:root`);
    return principals.includes('*') || principals.includes(roleArn) || (isAccount && statement.Effect === 'Deny');
  });
};

/** Returns whether a resource policy lets a service such as `events.amazonaws.com` act for the resource `sourceArn`. */
export const allowsService = (
  statements: readonly Statement[],
  service: string,
  sourceArn: string,
  request: Pick<AccessRequest, 'action' | 'resource'>,
): boolean =>
  isAllowed(
    statements.filter(
      (statement) =>
        findPrincipals(statement, 'AWS').includes('*') || findPrincipals(statement, 'Service').includes(service),
    ),
    { ...request, context: { 'aws:sourcearn': sourceArn, 'aws:sourceaccount': sourceArn.split(':')[4] ?? '' } },
  );
