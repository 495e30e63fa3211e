import { buildExpressions } from '#lambdas/lib/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { limits } from '#shared/config/limits.ts';
import { tables } from '#shared/config/tables.ts';
import type { AuditAction, AuditSnapshot, AuditEvent } from '#shared/users/audit.ts';
import type { User } from './user-row.ts';

/** Actor of a change: an admin (email), `operator`, `reconciliation` or `portal`, with the id of the request, job row or command. */
export type Actor = {
  readonly by: string;
  readonly requestId: string;
  /** Further items of the transaction that stores a change, usually conditions that have to hold. */
  readonly extraTransactItems?: readonly TransactItem[];
};

const toEventKey = ({ at, id }: Pick<AuditEvent, 'at' | 'id'>) => `${at}#${id}`;

/** Audited values (roles, store, status and so on) in which two states of a user differ. */
export type FactsDifference = { readonly before: AuditSnapshot; readonly after: AuditSnapshot };

/** Returns the audited values in which two states of a user differ. */
export const diffFacts = (before: AuditSnapshot, after: AuditSnapshot): FactsDifference => {
  // Arrays can be compared as JSON: `findRoles` returns roles in a fixed order.
  const isSame = (name: keyof AuditSnapshot) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const pickDifferent = (facts: AuditSnapshot): AuditSnapshot =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => !isSame(name as keyof AuditSnapshot)));
  return { before: pickDifferent(before), after: pickDifferent(after) };
};

type EventInput = {
  readonly user: Pick<User, 'region' | 'sub' | 'email' | 'id'>;
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly id: string;
  readonly now: Date;
  readonly before?: AuditSnapshot;
  readonly after?: AuditSnapshot;
  readonly job?: AuditEvent['job'];
};

/** Returns the write that appends an event, for the same transaction as the change. It fails if the event already exists. */
export const buildAuditItem = (
  table: string,
  { user, action, actor, id, now, ...eventFacts }: EventInput,
): TransactItem => {
  const at = now.toISOString();
  const event: AuditEvent = {
    id,
    at,
    by: actor.by,
    action,
    sub: user.sub,
    email: user.email,
    ...eventFacts,
    requestId: actor.requestId,
  };
  const expires = new Date(now);
  expires.setUTCMonth(expires.getUTCMonth() + limits.auditMonths);
  return {
    Put: {
      TableName: table,
      Item: {
        ...event,
        [tables.audit.key.partition]: user.id,
        [tables.audit.key.sort]: toEventKey(event),
        region: user.region,
        expiresAt: Math.floor(expires.getTime() / 1000),
      },
      ...buildExpressions({ ConditionExpression: `attribute_not_exists(#${tables.audit.key.sort})` }),
    },
  };
};
