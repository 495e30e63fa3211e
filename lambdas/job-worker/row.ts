import type { Ending, JobHead, LeasedRow } from '#lambdas/bulk/jobs-table.ts';
import type { Administration } from '#lambdas/directory/administration.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import type { PoolAdmin } from '#lambdas/directory/pool.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { rolesOf } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import { AppError } from '#shared/errors.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import { mayDoToOneself } from '#shared/users/operation-refusal.ts';
import { statusOf } from '#shared/users/user.ts';
import { undoWork } from './undo-row.ts';

export type RowCollaborators = {
  readonly administration: Administration;
  readonly users: Pick<UsersStore, 'get' | 'findByEmail' | 'stillAdmin'>;
  readonly pool: Pick<PoolAdmin, 'find'>;
  readonly configuredGroups: readonly string[];
  readonly now: () => Date;
};

/** Cognito's clock and ours may differ by so much. */
const skewMs = 2000;

/** A user who had chosen a password by an interrupted invitation is not invited again, and has no date of one. */
const cameBy = ({ invitedAt }: User) => (invitedAt === undefined ? 'updated' : 'invited');

/** Idempotent: by the row's first start, Cognito's dates and `changedBy`. Throws what Cognito and the directory throw. */
export const rowWork = (collaborators: RowCollaborators) => {
  const { administration, users, pool, configuredGroups, now } = collaborators;
  const undo = undoWork(collaborators);
  const holds = (user: Pick<User, 'groups'>) => rolesOf(user, configuredGroups);

  /** Nothing is given past the rights of whoever began the job; of their own row a transaction takes no second item. */
  const actorOf = (job: JobHead, row: LeasedRow, about?: User): Actor => ({
    by: job.by,
    requestId: `${job.id}#${row.number}`,
    ...(about?.sub !== job.bySub && { onlyWhile: [users.stillAdmin({ region: job.region, sub: job.bySub })] }),
  });

  const sinceOf = ({ since }: LeasedRow) => new Date(since.getTime() - skewMs);

  /** As the directory knows somebody now; its index by email is a moment behind, Cognito isn't. */
  const nowOf = (region: RegionId, found: { readonly sub: string } | undefined) =>
    found && users.get(region, found.sub);

  const update = async (job: JobHead, row: LeasedRow, user: User): Promise<Ending> => {
    const actor = actorOf(job, row, user);
    const superfluous = holds(user).filter((role) => !row.roles.includes(role));
    const lacking = row.roles.filter((role) => !holds(user).includes(role));
    if (user.sub === job.bySub && superfluous.includes('admin')) throw new AppError('OwnAccount');
    let current = user;
    if (superfluous.length + lacking.length > 0)
      current = await administration.changeGroups(actor, current, { taken: superfluous, given: lacking });
    if (user.storeId !== row.storeId) current = await administration.changeStore(actor, current, row);
    return { outcome: current.changedBy === actor.requestId ? 'updated' : 'unchanged' };
  };

  const importUser = async (job: JobHead, row: LeasedRow): Promise<Ending> => {
    const actor = actorOf(job, row);
    const { region } = job;
    let user = await nowOf(region, await users.findByEmail(region, row.email));
    if (!user) {
      try {
        const made = await administration.invite(actor, { region, ...row }, job.site, { since: sinceOf(row) });
        return { outcome: cameBy(made) };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UsernameExistsException') throw error;
        user = await nowOf(region, await pool.find(region, row.email));
        if (!user) throw error;
      }
    }
    // This very row has made them a user, and nobody has changed them since: every change raises the version.
    if (user.changedBy === actor.requestId && user.version === 0) return { outcome: cameBy(user) };
    if (!job.updateExisting) throw new AppError('UsernameExistsException');
    return update(job, row, user);
  };

  /** Of each action whether nothing is left to do, and what does it. */
  const actionsOn = (user: User, job: JobHead, row: LeasedRow, actor: Actor) => {
    const { role, site } = job;
    const hasRole = role !== undefined && holds(user).includes(role);
    const since = row.isRepeated ? sinceOf(row) : undefined;
    return {
      enable: [user.enabled, () => administration.enable(actor, user)],
      disable: [!user.enabled, () => administration.disable(actor, user)],
      addToGroup: [hasRole, async () => role && administration.addToGroup(actor, user, role)],
      removeFromGroup: [!hasRole, async () => role && administration.removeFromGroup(actor, user, role)],
      resendInvitation: [false, () => administration.resend(actor, user, site, { since })],
    } as const satisfies Record<BulkAction, readonly [boolean, () => Promise<unknown>]>;
  };

  const onUser = async (job: JobHead, row: LeasedRow, user: User): Promise<Ending['outcome']> => {
    const actor = actorOf(job, row, user);
    if (user.changedBy === actor.requestId) return 'done';
    // They were invited again meanwhile, or have finished registering.
    if (job.kind === 'resend' && statusOf(user, now()) !== 'inviteExpired') return 'unchanged';
    const { action = 'resendInvitation', role } = job;
    const [isDone, act] = actionsOn(user, job, row, actor)[action];
    if (isDone) return 'unchanged';
    if (user.sub === job.bySub && !mayDoToOneself(action, role)) throw new AppError('OwnAccount');
    await act();
    return 'done';
  };

  const isWhole = (job: JobHead, { roles, storeId }: LeasedRow, user: User) =>
    job.kind !== 'import' || (user.storeId === storeId && holds(user).toSorted().join() === roles.toSorted().join());

  /** What was begun of a row and gives rights is taken back, and nobody is left who is known to Cognito alone. */
  const settle = async (job: JobHead, row: LeasedRow): Promise<Ending> => {
    const { region } = job;
    const actor = { by: 'portal', requestId: actorOf(job, row).requestId };
    const found = await pool.find(region, row.sub ?? row.email);
    const user = found && (await users.get(region, found.sub));
    const isMadeByRow = (made: User) =>
      job.kind === 'import' && made.changedBy === actor.requestId && made.version === 0;
    if (user) {
      // Also where the row has been changed for its first part: a later one may be begun.
      for (const role of holds(found))
        if (!holds(user).includes(role)) await administration.removeFromGroup(actor, user, role);
      if (found.enabled && !user.enabled) await administration.disable(actor, user);
      const left = await pool.find(region, user.sub);
      if (left) await administration.mirror(actor, user, left);
      if (user.changedBy === actor.requestId && isWhole(job, row, user))
        return { outcome: job.kind !== 'import' ? 'done' : user.version === 0 ? cameBy(user) : 'updated' };
      if (isMadeByRow(user)) throw new AppError('InvitedWithoutGroups');
    } else if (found && job.kind === 'import') {
      // A user who was there before may have been given roles by this row, too; no email is sent any more.
      const made = await administration.invite(actor, { region, ...row, roles: [] }, job.site, { since: new Date(0) });
      if (isWhole(job, row, made)) return { outcome: cameBy(made) };
      throw new AppError('InvitedWithoutGroups');
    }
    throw new AppError('InsufficientAccess');
  };

  /** `mayGive`: whether whoever began the job still may. `onSubject` hears whom a row that names a sub is about. */
  return async (job: JobHead, row: LeasedRow, mayGive: boolean, onSubject: (user: User) => void): Promise<Ending> => {
    if (!mayGive) return settle(job, row);
    if (job.kind === 'import') return importUser(job, row);
    const user = await users.get(job.region, row.sub ?? '');
    // Deleted since: by an admin, or by an undo of the same import.
    if (!user && job.kind === 'undo') return { outcome: 'unchanged' };
    if (!user) throw new AppError('UserNotFoundException');
    onSubject(user);
    if (job.kind === 'undo') return undo({ job, row, actor: actorOf(job, row, user) }, user);
    return { outcome: await onUser(job, row, user) };
  };
};

export type RowWork = ReturnType<typeof rowWork>;
