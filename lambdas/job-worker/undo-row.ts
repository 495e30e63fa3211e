import type { Ending, JobHead, LeasedRow } from '#lambdas/bulk/jobs-table.ts';
import type { Administration } from '#lambdas/directory/administration.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import type { PoolAdmin } from '#lambdas/directory/pool.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { rolesOf } from '#lambdas/directory/user-row.ts';
import { AppError } from '#shared/errors.ts';

type UndoCollaborators = {
  readonly administration: Pick<Administration, 'remove' | 'changeGroups' | 'changeStore' | 'removeUnusedStore'>;
  readonly pool: Pick<PoolAdmin, 'find'>;
  readonly configuredGroups: readonly string[];
};

type Undo = { readonly job: JobHead; readonly row: LeasedRow; readonly actor: Actor };

const areSame = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join() === others.toSorted().join();

/** Undoes what a row of an import did to a user. Idempotent, by `changedBy`. Throws ChangedSinceImport for whoever somebody else has changed since. */
export const undoWork = ({ administration, pool, configuredGroups }: UndoCollaborators) => {
  const holds = (user: User) => rolesOf(user, configuredGroups);

  const isRestored = ({ previous }: LeasedRow, user: User): boolean =>
    previous !== undefined &&
    (previous.roles === undefined || areSame(previous.roles, holds(user))) &&
    (previous.storeId === undefined || previous.storeId === user.storeId);

  /** Deletes somebody whom the import invited: their address can be imported again. Whoever has chosen a password stays. */
  const removeInvited = async (user: User, actor: Actor): Promise<Ending> => {
    const found = await pool.find(user.region, user.sub);
    if (user.status !== 'invited' || (found && found.status !== 'invited')) throw new AppError('ChangedSinceImport');
    await administration.remove(actor, user);
    return { outcome: 'done' };
  };

  const restore = async ({ job, row, actor }: Undo, user: User): Promise<Ending> => {
    const { roles = holds(user), storeId = user.storeId, storeName = storeId } = row.previous ?? {};
    const taken = holds(user).filter((role) => !roles.includes(role));
    const given = roles.filter((role) => !holds(user).includes(role));
    if (user.sub === job.bySub && taken.includes('admin')) throw new AppError('OwnAccount');
    let current = user;
    if (taken.length + given.length > 0) current = await administration.changeGroups(actor, current, { taken, given });
    if (current.storeId !== storeId) current = await administration.changeStore(actor, current, { storeId, storeName });
    return { outcome: 'done' };
  };

  const undoFor = async (undo: Undo, user: User): Promise<Ending> => {
    const { job, row, actor } = undo;
    if (isRestored(row, user)) return { outcome: user.changedBy === actor.requestId ? 'done' : 'unchanged' };
    const isUntouched = user.changedBy === `${job.undoes}#${row.number}`;
    // An attempt that was broken off may have undone the first of two changes.
    if (!isUntouched && user.changedBy !== actor.requestId) throw new AppError('ChangedSinceImport');
    return row.previous === undefined ? removeInvited(user, actor) : restore(undo, user);
  };

  return async (undo: Undo, user: User): Promise<Ending> => {
    const ending = await undoFor(undo, user);
    const { undoes } = undo.job;
    // A store that is left over harms nobody, and no row fails for it.
    if (undoes !== undefined)
      await administration.removeUnusedStore(user.region, user.storeId, undoes).catch(() => undefined);
    return ending;
  };
};
