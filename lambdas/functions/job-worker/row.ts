import type { RowResult, JobHead, LeasedRow } from '#lambdas/lib/jobs/jobs-table.ts';
import type { Administration } from '#lambdas/lib/users/administration.ts';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { PoolAdmin } from '#lambdas/lib/users/pool.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import { isAllowedOnOwnAccount } from '#shared/users/operation-rejection.ts';
import { toUserStatus } from '#shared/users/user.ts';
import { createUndoProcessor } from './undo-row.ts';

export type RowCollaborators = {
  readonly administration: Administration;
  readonly users: Pick<UsersStore, 'get' | 'findByEmail' | 'buildAdminCheck'>;
  readonly pool: Pick<PoolAdmin, 'find'>;
  readonly configuredGroups: readonly string[];
  readonly now: () => Date;
};

/** Tolerated clock skew between Cognito and the portal. */
const clockSkewMs = 2000;

/** Returns the outcome of an import. A user without `invitedAt` had already chosen a password after an interrupted invitation, and is not invited again. */
const toImportOutcome = ({ invitedAt }: User) => (invitedAt === undefined ? 'updated' : 'invited');

/**
 * Processes a row. Is idempotent: recognizes the changes of an earlier attempt by the row's first start, Cognito's dates and the user's
 * `changedBy`, the id of the request or job row that made the last change. `canGrant` is true while the starter has the rights for the
 * job. `onSubject` receives the user of a row that has a sub. Throws the errors of Cognito and of `Administration`.
 */
export type RowProcessor = (
  job: JobHead,
  row: LeasedRow,
  canGrant: boolean,
  onSubject: (user: User) => void,
) => Promise<RowResult>;

export const createRowProcessor = (collaborators: RowCollaborators): RowProcessor => {
  const { administration, users, pool, configuredGroups, now } = collaborators;
  const undo = createUndoProcessor(collaborators);
  const toRoles = (user: Pick<User, 'groups'>) => findRoles(user, configuredGroups);

  /** Returns an actor whose changes require that the starter is still an admin, except on the starter's own row: a transaction can't include an item twice. */
  const toActor = (job: JobHead, row: LeasedRow, target?: User): Actor => ({
    by: job.by,
    requestId: `${job.id}#${row.number}`,
    ...(target?.sub !== job.bySub && {
      extraTransactItems: [users.buildAdminCheck({ region: job.region, sub: job.bySub })],
    }),
  });

  /** Returns the time from which a change in Cognito may come from an earlier attempt of this row. */
  const toSince = ({ since }: LeasedRow) => new Date(since.getTime() - clockSkewMs);

  /** Reads the current user row, because the index by email is updated with a delay. */
  const readCurrent = (region: RegionId, match: { readonly sub: string } | undefined) =>
    match && users.get(region, match.sub);

  const update = async (job: JobHead, row: LeasedRow, user: User): Promise<RowResult> => {
    const actor = toActor(job, row, user);
    const rolesToRemove = toRoles(user).filter((role) => !row.roles.includes(role));
    const rolesToAdd = row.roles.filter((role) => !toRoles(user).includes(role));
    if (user.sub === job.bySub && rolesToRemove.includes('admin')) throw new AppError('OwnAccount');
    let currentUser = user;
    if (rolesToRemove.length + rolesToAdd.length > 0)
      currentUser = await administration.changeGroups(actor, currentUser, {
        removedRoles: rolesToRemove,
        addedGroups: rolesToAdd,
      });
    if (user.storeId !== row.storeId) currentUser = await administration.changeStore(actor, currentUser, row);
    return { outcome: currentUser.changedBy === actor.requestId ? 'updated' : 'unchanged' };
  };

  const importUser = async (job: JobHead, row: LeasedRow): Promise<RowResult> => {
    const actor = toActor(job, row);
    const { region } = job;
    let user = await readCurrent(region, await users.findByEmail(region, row.email));
    if (!user) {
      try {
        const invitedUser = await administration.invite(actor, { region, ...row }, job.site, { since: toSince(row) });
        return { outcome: toImportOutcome(invitedUser) };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UsernameExistsException') throw error;
        user = await readCurrent(region, await pool.find(region, row.email));
        if (!user) throw error;
      }
    }
    // An earlier attempt of this row created the user, who is unchanged since: every change increments the version.
    if (user.changedBy === actor.requestId && user.version === 0) return { outcome: toImportOutcome(user) };
    if (!job.updateExisting) throw new AppError('UsernameExistsException');
    return update(job, row, user);
  };

  /** Returns whether each action is already done, and a function that performs it. */
  const toActions = (user: User, job: JobHead, row: LeasedRow, actor: Actor) => {
    const { role, site } = job;
    const hasRole = role !== undefined && toRoles(user).includes(role);
    const since = row.isRepeated ? toSince(row) : undefined;
    return {
      enable: { isDone: user.enabled, perform: () => administration.enable(actor, user) },
      disable: { isDone: !user.enabled, perform: () => administration.disable(actor, user) },
      addToGroup: { isDone: hasRole, perform: async () => role && administration.addToGroup(actor, user, role) },
      removeFromGroup: {
        isDone: !hasRole,
        perform: async () => role && administration.removeFromGroup(actor, user, role),
      },
      resendInvitation: { isDone: false, perform: () => administration.resend(actor, user, site, { since }) },
    } as const satisfies Record<BulkAction, { isDone: boolean; perform: () => Promise<unknown> }>;
  };

  const applyAction = async (job: JobHead, row: LeasedRow, user: User): Promise<RowResult['outcome']> => {
    const actor = toActor(job, row, user);
    if (user.changedBy === actor.requestId) return 'done';
    // The user has been invited again or has registered since the job was started.
    if (job.kind === 'resend' && toUserStatus(user, now()) !== 'inviteExpired') return 'unchanged';
    const { action = 'resendInvitation', role } = job;
    const { isDone, perform } = toActions(user, job, row, actor)[action];
    if (isDone) return 'unchanged';
    if (user.sub === job.bySub && !isAllowedOnOwnAccount(action, role)) throw new AppError('OwnAccount');
    await perform();
    return 'done';
  };

  const isComplete = (job: JobHead, { roles, storeId }: LeasedRow, user: User) =>
    job.kind !== 'import' || (user.storeId === storeId && toRoles(user).toSorted().join() === roles.toSorted().join());

  /** Returns the outcome of a row that an earlier attempt has completed. */
  const toCompletedOutcome = (job: JobHead, user: User) => {
    if (job.kind !== 'import') return 'done';
    return user.version === 0 ? toImportOutcome(user) : 'updated';
  };

  /** Settles a row whose starter has lost the rights: revokes rights that were granted only in Cognito, and adds a row for a user who exists only in Cognito. */
  const settle = async (job: JobHead, row: LeasedRow): Promise<RowResult> => {
    const { region } = job;
    const actor = { by: 'portal', requestId: toActor(job, row).requestId };
    const poolUser = await pool.find(region, row.sub ?? row.email);
    const user = poolUser && (await users.get(region, poolUser.sub));
    const isCreatedByRow = (created: User) =>
      job.kind === 'import' && created.changedBy === actor.requestId && created.version === 0;
    if (user) {
      // Rights are revoked even if the user row already has a first change of this job row, because a second change may have started.
      for (const role of toRoles(poolUser))
        if (!toRoles(user).includes(role)) await administration.removeFromGroup(actor, user, role);
      if (poolUser.enabled && !user.enabled) await administration.disable(actor, user);
      const currentPoolUser = await pool.find(region, user.sub);
      if (currentPoolUser) await administration.updateFromCognito(actor, user, currentPoolUser);
      if (user.changedBy === actor.requestId && isComplete(job, row, user))
        return { outcome: toCompletedOutcome(job, user) };
      if (isCreatedByRow(user)) throw new AppError('InvitedWithoutGroups');
    } else if (poolUser && job.kind === 'import') {
      // The row may also have granted roles to a user who existed in Cognito before. With the epoch as `since`, `invite` sends no further email.
      const invitedUser = await administration.invite(actor, { region, ...row, roles: [] }, job.site, {
        since: new Date(0),
      });
      if (isComplete(job, row, invitedUser)) return { outcome: toImportOutcome(invitedUser) };
      throw new AppError('InvitedWithoutGroups');
    }
    throw new AppError('InsufficientAccess');
  };

  return async (job, row, canGrant, onSubject) => {
    if (!canGrant) return settle(job, row);
    if (job.kind === 'import') return importUser(job, row);
    const user = await users.get(job.region, row.sub ?? '');
    if (user) onSubject(user);
    if (job.kind === 'undo') return undo({ job, row, actor: toActor(job, row, user) }, user);
    if (!user) throw new AppError('UserNotFoundException');
    return { outcome: await applyAction(job, row, user) };
  };
};
