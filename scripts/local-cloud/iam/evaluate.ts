import { judge } from './conditions.ts';
import type { Context } from './conditions.ts';
import { matchesPattern } from './patterns.ts';
import type { Statement } from './policy.ts';

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
