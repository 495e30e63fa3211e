import type * as z from 'zod/mini';
import type { Problem, ValidationRule } from './errors.ts';
import { validationRules } from './errors.ts';
import type { Route, RuleContext } from './route.ts';

type ValidatedRoute = Pick<Route, 'input' | 'rules'>;

export type ValidationResult<R extends ValidatedRoute> =
  | { readonly ok: true; readonly data: z.output<R['input']> }
  | { readonly ok: false; readonly problems: Problem[] };

const isValidationRule = (text: string): text is ValidationRule =>
  (validationRules as readonly string[]).includes(text);

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

const toProblem = (issue: z.core.$ZodIssue, input: unknown): Problem => {
  const path = issue.path.map(String).join('.');
  const value = issue.path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
  if (isValidationRule(issue.message)) return { path, rule: issue.message };
  if (isBlank(value)) return { path, rule: 'required' };
  if (issue.code === 'too_small')
    return Number(issue.minimum) === 1
      ? { path, rule: 'required' }
      : { path, rule: 'minLength', length: Number(issue.minimum) };
  if (issue.code === 'too_big') return { path, rule: 'maxLength', length: Number(issue.maximum) };
  if (issue.code === 'invalid_format' && issue.format === 'email') return { path, rule: 'email' };
  if (issue.code === 'invalid_format' && issue.format === 'date') return { path, rule: 'date' };
  return { path, rule: 'pattern' };
};

const toProblems = (issue: z.core.$ZodIssue, input: unknown): Problem[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, maxProblems)
        .map((key) => ({ path: [...issue.path.map(String), key.slice(0, maxKeyLength)].join('.'), rule: 'pattern' }))
    : [toProblem(issue, input)];

const parseValidFields = (route: ValidatedRoute, input: unknown): Record<string, unknown> => {
  if (typeof input !== 'object' || input === null) return {};
  const fields = Object.entries(route.input.shape).flatMap(([name, schema]) => {
    const parsed = (schema as z.ZodMiniType).safeParse((input as Record<string, unknown>)[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(fields);
};

/** Limits the response to an input with thousands of unknown fields, or with long names of unknown fields. */
const maxProblems = 20;
const maxKeyLength = 60;

const keepFirstPerField = (problems: readonly Problem[]): Problem[] => {
  const problemsByField = new Map<string, Problem>();
  for (const problem of problems) {
    if (problemsByField.size === maxProblems) break;
    if (!problemsByField.has(problem.path)) problemsByField.set(problem.path, problem);
  }
  return [...problemsByField.values()];
};

/**
 * Validates an input, in the form and on the server alike. Returns at most one problem per field and twenty in total.
 * Problems of the schema come before problems of the rules.
 */
export const validate = <R extends ValidatedRoute>(
  route: R,
  input: unknown,
  context: RuleContext,
): ValidationResult<R> => {
  const parsed = route.input.safeParse(input);
  const schemaProblems = parsed.success ? [] : parsed.error.issues.flatMap((issue) => toProblems(issue, input));
  const rules = route.rules as ((fields: Record<string, unknown>, context: RuleContext) => Problem[]) | undefined;
  const ruleProblems = rules?.(parsed.success ? parsed.data : parseValidFields(route, input), context) ?? [];
  const problems = keepFirstPerField([...schemaProblems, ...ruleProblems]);
  return parsed.success && problems.length === 0
    ? { ok: true, data: parsed.data as z.output<R['input']> }
    : { ok: false, problems };
};
