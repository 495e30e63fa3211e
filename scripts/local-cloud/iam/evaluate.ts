import * as z from 'zod/mini';

const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
const conditionValue = z.pipe(
  z.union([z.string(), z.boolean(), z.number(), z.array(z.union([z.string(), z.boolean(), z.number()]))]),
  z.transform((value) => [value].flat().map(String)),
);

const statementSchema = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Principal: z.optional(z.union([z.literal('*'), z.record(z.string(), oneOrMore)])),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), conditionValue))),
});
export type Statement = z.output<typeof statementSchema>;

export const policyDocument = z.object({
  Version: z.optional(z.string()),
  Statement: z.pipe(
    z.union([statementSchema, z.array(statementSchema)]),
    z.transform((value) => [value].flat()),
  ),
});

/** `*` and `?` of policies and path patterns. */
export const matchesPattern = (pattern: string, text: string, flags = ''): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  ).test(text);

/** What is known of a request, by condition key in lower case, e.g. `aws:sourcearn`. */
export type Context = Readonly<Record<string, string>>;

type Test = (actual: string, wanted: string) => boolean;

const equal: Test = (actual, wanted) => actual === wanted;
const like: Test = (actual, wanted) => matchesPattern(wanted, actual);

const tests: Record<string, Test> = {
  StringEquals: equal,
  StringLike: like,
  ArnEquals: like,
  ArnLike: like,
  Bool: (actual, wanted) => actual.toLowerCase() === wanted.toLowerCase(),
};

/** Whether all conditions of a statement hold; `unknown` names the first that the local cloud cannot judge. */
const judge = (
  conditions: Record<string, Record<string, string[]>> | undefined,
  context: Context,
): { holds: boolean } | { unknown: string } => {
  for (const [operator, keys] of Object.entries(conditions ?? {})) {
    // Of the keys that are known here each has one value: any of them is that one.
    const test = tests[operator.replace(/^ForAnyValue:/, '')];
    if (!test) return { unknown: operator };
    for (const [key, wanted] of Object.entries(keys)) {
      const actual = context[key.toLowerCase()];
      if (actual === undefined) return { holds: false };
      if (wanted.some((value) => value.includes('${'))) return { unknown: `${operator} with a policy variable` };
      if (!wanted.some((value) => test(actual, value))) return { holds: false };
    }
  }
  return { holds: true };
};

export type AccessRequest = {
  readonly action: string;
  readonly resource: string;
  readonly context?: Context;
};

/** Is told, by name, of a condition that nobody here can judge. */
export type OnUnknown = (condition: string) => void;

const concerns = ({ Action, Resource }: Statement, { action, resource }: AccessRequest): boolean =>
  Action.some((pattern) => matchesPattern(pattern, action, 'i')) &&
  Resource.some((pattern) => matchesPattern(pattern, resource));

const counts = (statement: Statement, request: AccessRequest, onUnknown: OnUnknown): boolean => {
  if (!concerns(statement, request)) return false;
  // Every call of the local cloud stands for one over TLS.
  const judged = judge(statement.Condition, { 'aws:securetransport': 'true', ...request.context });
  if ('holds' in judged) return judged.holds;
  onUnknown(judged.unknown);
  // In doubt the answer is no.
  return statement.Effect === 'Deny';
};

/** IAM's rule: an Allow that counts, and no Deny that does. */
export const isAllowed = (
  statements: readonly Statement[],
  request: AccessRequest,
  onUnknown: OnUnknown = () => {},
): boolean => {
  const counting = statements.filter((statement) => counts(statement, request, onUnknown));
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
