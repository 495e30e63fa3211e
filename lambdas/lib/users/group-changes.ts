import type { Group, Role } from '#shared/users/groups.ts';
import type { Actor } from './audit.ts';
import type { ChangeCollaborators, ChangeSteps } from './change-steps.ts';
import { toConfiguredName, toConfiguredNames } from './configured-name.ts';
import type { User } from './user-row.ts';

type Collaborators = Pick<ChangeCollaborators, 'pool' | 'users' | 'configuredGroups'> & {
  readonly steps: ChangeSteps;
};

/** Changes to a user's groups. */
export type GroupChanges = {
  /** Removes and adds groups in one change, so that there is one event and one email to the user. Throws RemoveFromGroupFailed or AddToGroupFailed. */
  readonly changeGroups: (
    actor: Actor,
    user: User,
    groups: { readonly removedRoles: readonly Role[]; readonly addedGroups: readonly Group[] },
  ) => Promise<User>;

  /** Throws AddToGroupFailed. */
  readonly addToGroup: (actor: Actor, user: User, group: Group) => Promise<User>;

  /** Waits at most about a second for another change of the user, because a removal must take effect soon. Throws RemoveFromGroupFailed. */
  readonly removeFromGroup: (actor: Actor, user: User, role: Role) => Promise<User>;
};

export const createGroupChanges = ({ pool, users, configuredGroups, steps }: Collaborators): GroupChanges => {
  const {
    withLease,
    withRevocationLease,
    changeCognito,
    readChangedRow,
    isUnchanged,
    discardChange,
    createAuditItems,
    replaceOrUndo,
  } = steps;

  const addInCognito = async ({ region, sub }: User, groups: readonly Group[]) => {
    for (const group of groups) await pool.addToGroup(region, sub, toConfiguredName(group, configuredGroups));
  };

  const removeInCognito = async ({ region, sub }: User, groups: readonly Group[]) => {
    for (const name of groups.flatMap((group) => toConfiguredNames(group, configuredGroups)))
      await pool.removeFromGroup(region, sub, name);
  };

  const removeFromGroups = (actor: Actor, user: User, roles: readonly Role[]): Promise<User> => {
    const losesAdmin = roles.includes('admin');
    return withRevocationLease(user, { losesAdmin }, async (leasedUser) => {
      await changeCognito(() => removeInCognito(leasedUser, roles), 'RemoveFromGroupFailed');
      const row = await readChangedRow(actor, leasedUser);
      if (isUnchanged(leasedUser, row)) return discardChange(leasedUser);
      const action = roles.length === 1 ? 'removedFromGroup' : 'groupsChanged';
      await users.revokeRights(leasedUser, row, createAuditItems(actor, action, leasedUser, row), { losesAdmin });
      return row;
    });
  };

  const replaceGroups = (
    actor: Actor,
    user: User,
    removedRoles: readonly Role[],
    addedGroups: readonly Group[],
  ): Promise<User> =>
    withLease(user, { losesAdmin: removedRoles.includes('admin') }, async (leasedUser) => {
      await changeCognito(async () => {
        await removeInCognito(leasedUser, removedRoles);
        await addInCognito(leasedUser, addedGroups);
      }, 'AddToGroupFailed');
      const row = await readChangedRow(actor, leasedUser);
      if (isUnchanged(leasedUser, row)) return discardChange(leasedUser);
      const action = removedRoles.length + addedGroups.length === 1 ? 'addedToGroup' : 'groupsChanged';
      const otherItems = createAuditItems(actor, action, leasedUser, row);
      await replaceOrUndo(leasedUser, row, otherItems, async (currentRow) => {
        const isMissing = (group: Group) =>
          !toConfiguredNames(group, configuredGroups).some((name) => currentRow.groups.includes(name));
        await removeInCognito(currentRow, addedGroups.filter(isMissing));
      });
      return row;
    });

  const changeGroups: GroupChanges['changeGroups'] = async (actor, user, { removedRoles, addedGroups }) => {
    if (addedGroups.length === 0) return removeFromGroups(actor, user, removedRoles);
    try {
      return await replaceGroups(actor, user, removedRoles, addedGroups);
    } catch (error) {
      // The removals must take effect even if adding a group failed.
      if (removedRoles.length > 0) await removeFromGroups(actor, user, removedRoles);
      throw error;
    }
  };

  return {
    changeGroups,
    addToGroup: (actor, user, group) => changeGroups(actor, user, { removedRoles: [], addedGroups: [group] }),
    removeFromGroup: (actor, user, role) => removeFromGroups(actor, user, [role]),
  };
};
