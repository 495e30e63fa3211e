import { isAllowed } from './evaluate.ts';
import type { AccessRequest } from './evaluate.ts';
import type { Statement } from './policy.ts';

const named = ({ Principal }: Statement, kind: 'AWS' | 'Service'): string[] =>
  Principal === '*' ? ['*'] : (Principal?.[kind] ?? []);

/** The statements of a resource's policy that concern a service, e.g. `events.amazonaws.com`. */
const concerningService = (statements: readonly Statement[], service: string): Statement[] =>
  statements.filter(
    (statement) =>
      statement.Principal === '*' ||
      named(statement, 'AWS').includes('*') ||
      named(statement, 'Service').includes(service),
  );

/** Those that concern a role. An account as principal only lets its own policies decide, so it forbids a role something but allows it nothing. */
export const concerningRole = (statements: readonly Statement[], roleArn: string): Statement[] => {
  const account = roleArn.split(':')[4] ?? '';
  return statements.filter((statement) => {
    const principals = named(statement, 'AWS');
    const isAccount = principals.includes(account) || principals.includes(`arn:aws:iam::${account}:root`);
    return principals.includes('*') || principals.includes(roleArn) || (isAccount && statement.Effect === 'Deny');
  });
};

/** Whether a resource's own policy lets a service do something for the resource that `sourceArn` names. */
export const allowsService = (
  statements: readonly Statement[],
  service: string,
  sourceArn: string,
  request: Pick<AccessRequest, 'action' | 'resource'>,
): boolean =>
  isAllowed(concerningService(statements, service), {
    ...request,
    context: { 'aws:sourcearn': sourceArn, 'aws:sourceaccount': sourceArn.split(':')[4] ?? '' },
  });
