import type { RowResult, JobHead, LeasedRow } from '#lambdas/lib/jobs/jobs-table.ts';
import type { Administration } from '#lambdas/lib/users/administration.ts';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { PoolAdmin } from '#lambdas/lib/users/pool.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import { AppError } from '#shared/api/errors.ts';

type UndoCollaborators = {
  readonly administration: Pick<Administration, 'remove' | 'changeGroups' | 'changeStore' | 'removeUnusedStore'>;
  readonly pool: Pick<PoolAdmin, 'find'>;
  readonly configuredGroups: readonly string[];
};

type Undo = { readonly job: JobHead; readonly row: LeasedRow; readonly actor: Actor };

const haveSameItems = (first: readonly string[], second: readonly string[]) =>
  first.toSorted().join() === second.toSorted().join();

/** Undoes the changes of an import row to a user, if still registered, and removes a store that the import created if it is unused. Idempotent: `changedBy`, the id of the request or job row that last changed the user, shows what earlier attempts have done. Throws ChangedSinceImport if anything else has changed the user. */
export const createUndoProcessor = ({ administration, pool, configuredGroups }: UndoCollaborators) => {
  const toRoles = (user: User) => findRoles(user, configuredGroups);

  const isRestored = ({ previous }: LeasedRow, user: User): boolean =>
    previous !== undefined &&
    (previous.roles === undefined || haveSameItems(previous.roles, toRoles(user))) &&
    (previous.storeId === undefined || previous.storeId === user.storeId);

  /** Deletes a user invited by the import, so that the email can be imported again. Throws ChangedSinceImport for a user who has chosen a password. */
  const removeInvitedUser = async (user: User, actor: Actor): Promise<RowResult> => {
    const poolUser = await pool.find(user.region, user.sub);
    if (user.status !== 'invited' || (poolUser && poolUser.status !== 'invited'))
      throw new AppError('ChangedSinceImport');
    await administration.remove(actor, user);
    return { outcome: 'done' };
  };

  const restore = async ({ job, row, actor }: Undo, user: User): Promise<RowResult> => {
    const { roles = toRoles(user), storeId = user.storeId, storeName = storeId } = row.previous ?? {};
    const rolesToRemove = toRoles(user).filter((role) => !roles.includes(role));
    const rolesToAdd = roles.filter((role) => !toRoles(user).includes(role));
    if (user.sub === job.bySub && rolesToRemove.includes('admin')) throw new AppError('OwnAccount');
    let currentUser = user;
    if (rolesToRemove.length + rolesToAdd.length > 0)
      currentUser = await administration.changeGroups(actor, currentUser, {
        removedRoles: rolesToRemove,
        addedGroups: rolesToAdd,
      });
    if (currentUser.storeId !== storeId)
      currentUser = await administration.changeStore(actor, currentUser, { storeId, storeName });
    return { outcome: 'done' };
  };

  const undoRow = async (undo: Undo, user: User): Promise<RowResult> => {
    const { job, row, actor } = undo;
    if (isRestored(row, user)) return { outcome: user.changedBy === actor.requestId ? 'done' : 'unchanged' };
    const isUnchangedSinceImport = user.changedBy === `${job.undoes}#${row.number}`;
    // An interrupted attempt may have undone the first of two changes.
    if (!isUnchangedSinceImport && user.changedBy !== actor.requestId) throw new AppError('ChangedSinceImport');
    return row.previous === undefined ? removeInvitedUser(user, actor) : restore(undo, user);
  };

  return async (undo: Undo, user: User | undefined): Promise<RowResult> => {
    try {
      // A missing user was deleted by an admin or by another undo of the import.
      return user ? await undoRow(undo, user) : { outcome: 'unchanged' };
    } finally {
      const { region, undoes } = undo.job;
      // An earlier attempt may have moved or deleted the user and been interrupted before it removed the store.
      const storeId = undo.row.importedStoreId ?? user?.storeId;
      // An unused store does no harm, so a failed removal doesn't fail the row.
      if (undoes !== undefined && storeId !== undefined)
        await administration.removeUnusedStore(region, storeId, undoes).catch(() => undefined);
    }
  };
};
