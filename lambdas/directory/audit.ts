import { expressions } from '#lambdas/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/aws/dynamodb.ts';
import { limits } from '#shared/limits.ts';
import { tables } from '#shared/tables.ts';
import type { AuditAction, AuditedFacts, AuditEvent } from '#shared/users/audit.ts';
import type { User } from './user-row.ts';

/** The actor of a change: an admin (email), `operator`, `reconciliation` or `portal`, by which request, job or command. */
export type Actor = {
  readonly by: string;
  readonly requestId: string;
  /** What has to hold in the very transaction of a change. */
  readonly onlyWhile?: readonly TransactItem[];
};

const eventKey = ({ at, id }: Pick<AuditEvent, 'at' | 'id'>) => `${at}#${id}`;

/** As much of two states of a user as differs. */
export const differenceOf = (before: AuditedFacts, after: AuditedFacts) => {
  // Roles come in the order of `rolesOf`.
  const isSame = (name: keyof AuditedFacts) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const only = (facts: AuditedFacts): AuditedFacts =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => !isSame(name as keyof AuditedFacts)));
  return { before: only(before), after: only(after) };
};

type Happened = {
  readonly user: Pick<User, 'region' | 'sub' | 'email' | 'id'>;
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly id: string;
  readonly now: Date;
  readonly before?: AuditedFacts;
  readonly after?: AuditedFacts;
  readonly job?: AuditEvent['job'];
};

/** Appends an event, in the same transaction as what it tells of; an event that is there already is never written over. */
export const auditItem = (table: string, { user, action, actor, id, now, ...told }: Happened): TransactItem => {
  const at = now.toISOString();
  const event: AuditEvent = {
    id,
    at,
    by: actor.by,
    action,
    sub: user.sub,
    email: user.email,
    ...told,
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
        [tables.audit.key.sort]: eventKey(event),
        region: user.region,
        expiresAt: Math.floor(expires.getTime() / 1000),
      },
      ...expressions({ ConditionExpression: `attribute_not_exists(#${tables.audit.key.sort})` }),
    },
  };
};
