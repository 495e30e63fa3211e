import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { regions } from '#shared/config/regions.ts';
import type { Store } from '#shared/stores/stores.ts';
import type { Actor } from './audit.ts';
import type { ChangeCollaborators, ChangeSteps } from './change-steps.ts';
import { toConfiguredName } from './configured-name.ts';
import { toAuditSnapshot, toSessionsEnd } from './row-from-cognito.ts';
import type { StoresStore } from './stores.ts';
import type { User } from './user-row.ts';
import { isInRegion, noStoreId } from './user-row.ts';

type Collaborators = Pick<ChangeCollaborators, 'pool' | 'users' | 'configuredGroups' | 'now'> & {
  readonly steps: ChangeSteps;
  readonly stores: Pick<StoresStore, 'add'>;
};

/** Changes to a user's account, store and sessions. A change that takes rights away waits at most about a second for another change of the user. */
export type AccountChanges = {
  /** Enables a user and adds them to the region's group. Earlier sessions stay ended. */
  readonly enable: (actor: Actor, user: User) => Promise<User>;

  /** Disables a user and ends their sessions. Takes rights away. */
  readonly disable: (actor: Actor, user: User) => Promise<User>;

  /** Deletes a user from Cognito and the users table. Takes rights away. */
  readonly remove: (actor: Actor, user: User) => Promise<void>;

  /** Moves a user to the store that matches the id, adding it if necessary, or to no store. Throws StoreAmbiguous. */
  readonly changeStore: (actor: Actor, user: User, store: Store) => Promise<User>;

  /** Ends all sessions of a user. Takes rights away. */
  readonly endSessions: (actor: Actor, user: User) => Promise<User>;

  /** Ends one session of the user; `revocation` is the write that revokes it. Throws UserChanged if the user has no such session. */
  readonly endSession: (actor: Actor, user: User, revocation: TransactItem) => Promise<User>;

  /** Turns off one-time codes for a user who has lost the device. */
  readonly resetSecondFactor: (actor: Actor, user: User) => Promise<User>;
};

export const createAccountChanges = ({
  pool,
  users,
  stores,
  configuredGroups,
  now,
  steps,
}: Collaborators): AccountChanges => {
  const {
    withLease,
    withRevocationLease,
    changeCognito,
    readChangedRow,
    isUnchanged,
    discardChange,
    createAuditItems,
    replaceOrUndo,
    createEvent,
  } = steps;

  return {
    enable: (actor, user) =>
      withLease(user, { losesAdmin: false }, async (leasedUser) => {
        const { region, sub } = leasedUser;
        const regionGroup = toConfiguredName(regions[region].group, configuredGroups);
        await changeCognito(async () => {
          await pool.enable(region, sub);
          if (!isInRegion(leasedUser, configuredGroups)) await pool.addToGroup(region, sub, regionGroup);
        });
        // A sign-in may have completed while the user was being disabled.
        const row = await readChangedRow(actor, leasedUser, leasedUser.enabled ? undefined : toSessionsEnd);
        if (isUnchanged(leasedUser, row)) return discardChange(leasedUser);
        const otherItems = createAuditItems(actor, 'enabled', leasedUser, row);
        await replaceOrUndo(leasedUser, row, otherItems, async (currentRow) => {
          if (!currentRow.enabled) await pool.disable(region, sub);
          if (!currentRow.groups.includes(regionGroup)) await pool.removeFromGroup(region, sub, regionGroup);
        });
        return row;
      }),

    disable: (actor, user) =>
      withRevocationLease(user, { losesAdmin: true }, async (leasedUser) => {
        const { region, sub } = leasedUser;
        await changeCognito(async () => {
          // Disabling alone keeps refresh tokens, which would work again once the user is enabled.
          await pool.signOutEverywhere(region, sub);
          await pool.disable(region, sub);
        });
        const row = await readChangedRow(actor, leasedUser, toSessionsEnd);
        if (isUnchanged(leasedUser, row)) return discardChange(leasedUser);
        await users.revokeRights(leasedUser, row, createAuditItems(actor, 'disabled', leasedUser, row), {
          losesAdmin: true,
        });
        return row;
      }),

    remove: (actor, user) =>
      withRevocationLease(user, { losesAdmin: true }, async (leasedUser) => {
        await pool.remove(leasedUser.region, leasedUser.sub);
        const facts = { before: toAuditSnapshot(leasedUser, configuredGroups), after: {} };
        await users.remove(leasedUser, [createEvent(leasedUser, 'deleted', actor, now(), facts)]);
      }),

    changeStore: async (actor, user, { storeId, storeName }) => {
      const input = { storeId, storeName };
      const store = storeId === noStoreId ? input : await stores.add(user.region, input, actor.requestId);
      return withLease(user, { losesAdmin: false }, async (leasedUser) => {
        const row = await readChangedRow(actor, leasedUser, () => store);
        if (isUnchanged(leasedUser, row)) return discardChange(leasedUser);
        await users.replace(leasedUser, row, createAuditItems(actor, 'storeChanged', leasedUser, row));
        return row;
      });
    },

    endSessions: (actor, user) =>
      withRevocationLease(user, { losesAdmin: false }, async (leasedUser) => {
        await changeCognito(() => pool.signOutEverywhere(leasedUser.region, leasedUser.sub));
        const row = await readChangedRow(actor, leasedUser, toSessionsEnd);
        await users.revokeRights(leasedUser, row, createAuditItems(actor, 'sessionsEnded', leasedUser, row), {
          losesAdmin: false,
        });
        return row;
      }),

    endSession: (actor, user, revocation) =>
      withRevocationLease(user, { losesAdmin: false }, async (leasedUser) => {
        const row = await readChangedRow(actor, leasedUser);
        // The transaction that stores the user also stores the revocation.
        const revokingActor = { ...actor, extraTransactItems: [revocation] };
        const otherItems = createAuditItems(revokingActor, 'sessionsEnded', leasedUser, row);
        await users.revokeRights(leasedUser, row, otherItems, { losesAdmin: false });
        return row;
      }),

    resetSecondFactor: (actor, user) =>
      withLease(user, { losesAdmin: false }, async (leasedUser) => {
        await changeCognito(() => pool.dropSecondFactor(leasedUser.region, leasedUser.sub));
        const row = await readChangedRow(actor, leasedUser);
        if (isUnchanged(leasedUser, row)) return discardChange(leasedUser);
        await users.replace(leasedUser, row, createAuditItems(actor, 'secondFactorOff', leasedUser, row));
        return row;
      }),
  };
};
