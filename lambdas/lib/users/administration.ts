import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { hasName, rethrowAs } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import { regions } from '#shared/config/regions.ts';
import type { Store } from '#shared/stores/stores.ts';
import type { AuditSnapshot } from '#shared/users/audit.ts';
import type { Group, Role } from '#shared/users/groups.ts';
import { simplifyGroup } from '#shared/users/groups.ts';
import type { Actor, FactsDifference } from './audit.ts';
import type { DriftRepair } from './drift-repair.ts';
import { createDriftRepair } from './drift-repair.ts';
import type { PoolUser } from './pool.ts';
import type { StoreNames } from './store-names.ts';
import { storeNames } from './store-names.ts';
import type { StoresStore } from './stores.ts';
import { userChanges, sessionsEndedAt, invitationDates } from './user-changes.ts';
import type { UserChangeCollaborators } from './user-changes.ts';
import type { User } from './user-row.ts';
import { isInRegion, noStoreId } from './user-row.ts';

export type InvitedUser = Readonly<Pick<User, 'region' | 'email' | 'storeId' | 'storeName'>> & {
  readonly roles: readonly Role[];
};

export type AdministrationCollaborators = UserChangeCollaborators & {
  readonly stores: Pick<
    StoresStore,
    'add' | 'findMatching' | 'removeCreatedBy' | 'rename' | 'nameConditionCheck' | 'list'
  >;
  readonly newPassword: () => string;
};

/**
 * Changes to users by admins, jobs and commands. Each takes a lease on the user, changes Cognito, and then writes the row from
 * Cognito's state and returns it. Repeating an interrupted change completes it. Changes that take rights away throw
 * UserNotFoundException, or LastAdmin for a region's last admin; all others also throw UserChanged.
 */
export type Administration = DriftRepair &
  StoreNames & {
    /** Returns the facts that audit events record. */
    readonly auditSnapshot: (user: User) => AuditSnapshot;

    /** Returns the facts in which a row differs from Cognito, or undefined if there are none. */
    readonly findDrift: (user: User, poolUser: PoolUser) => FactsDifference | undefined;

    /** Invites a user, or completes an interrupted invitation; sends no second email if Cognito has changed the user after `since`. Throws UsernameExistsException or StoreAmbiguous. */
    readonly invite: (
      actor: Actor,
      person: InvitedUser,
      site: string,
      options?: { readonly since?: Date },
    ) => Promise<User>;

    /** Resends an invitation, unless Cognito has changed the user after `since`. Throws InvitationNotPending if the user has already set a password, and updates the row to match. */
    readonly resend: (
      actor: Actor,
      user: User,
      site: string,
      options?: { readonly since?: Date | undefined },
    ) => Promise<User>;

    /** Enables a user and adds them to the region's group. Earlier sessions stay ended. */
    readonly enable: (actor: Actor, user: User) => Promise<User>;

    /** Disables a user and ends their sessions. Takes rights away. */
    readonly disable: (actor: Actor, user: User) => Promise<User>;

    /** Deletes a user from Cognito and the users table. Takes rights away. */
    readonly remove: (actor: Actor, user: User) => Promise<void>;

    /** Removes and adds groups in one change, so that there is one event and one email to the user. Throws RemoveFromGroupFailed or AddToGroupFailed. */
    readonly changeGroups: (
      actor: Actor,
      user: User,
      groups: { readonly removedRoles: readonly Role[]; readonly addedGroups: readonly Group[] },
    ) => Promise<User>;

    /** Throws AddToGroupFailed. */
    readonly addToGroup: (actor: Actor, user: User, group: Group) => Promise<User>;

    /** Takes rights away. Throws RemoveFromGroupFailed. */
    readonly removeFromGroup: (actor: Actor, user: User, role: Role) => Promise<User>;

    /** Moves a user to the store that matches the id, adding it if necessary, or to no store. Throws StoreAmbiguous. */
    readonly changeStore: (actor: Actor, user: User, store: Store) => Promise<User>;

    /** Ends all sessions of a user. Takes rights away. */
    readonly endSessions: (actor: Actor, user: User) => Promise<User>;

    /** Ends one session of the user; `revocation` is the write that revokes it. Throws UserChanged if the user has no such session. */
    readonly endSession: (actor: Actor, user: User, revocation: TransactItem) => Promise<User>;

    /** Turns off one-time codes for a user who has lost the device. */
    readonly resetSecondFactor: (actor: Actor, user: User) => Promise<User>;
  };

export const administration = ({
  stores,
  newPassword,
  ...collaborators
}: AdministrationCollaborators): Administration => {
  const { pool, users, configuredGroups, now } = collaborators;
  const changes = userChanges(collaborators);
  const { auditSnapshot, findDrift, newRow, createEvent, withSeizedLease, applyUserChange } = changes;

  const driftRepair = createDriftRepair({ ...collaborators, ...changes });

  const configuredName = (group: string): string => {
    const name = configuredGroups.find((candidate) => simplifyGroup(candidate) === group);
    if (name === undefined) throw new Error(`The stage configures no group ${group}`);
    return name;
  };

  /** Sets exactly these groups, since an interrupted invitation may have left others. */
  const settleGroups = async ({ region, email, roles }: InvitedUser, currentNames: readonly string[]) => {
    const names = [regions[region].group, ...roles].map(configuredName);
    for (const name of names) if (!currentNames.includes(name)) await pool.addToGroup(region, email, name);
    for (const name of currentNames) if (!names.includes(name)) await pool.removeFromGroup(region, email, name);
  };

  /** Creates the user in the pool. Returns the existing user if an interrupted invitation has already created it. */
  const ensurePoolUser = async (
    person: InvitedUser,
    site: string,
    since: Date | undefined,
  ): Promise<PoolUser | undefined> => {
    const { region, email } = person;
    const invitationEmail = { email, site, temporaryPassword: newPassword() };
    try {
      await pool.invite(region, invitationEmail);
    } catch (error) {
      if (!hasName(error, 'UsernameExistsException')) throw error;
      const poolUser = await pool.find(region, email);
      const isKnown = poolUser !== undefined && (await users.get(region, poolUser.sub)) !== undefined;
      if (!poolUser || isKnown) throw new AppError('UsernameExistsException', { cause: error });
      // A user who has already set a password through the interrupted invitation needs no new one.
      const isPending = poolUser.status === 'invited';
      if (isPending && (since === undefined || poolUser.changedAt < since))
        await pool.inviteAgain(region, invitationEmail);
      return poolUser;
    }
    return undefined;
  };

  const removeFromGroups = (actor: Actor, user: User, roles: readonly Role[]) =>
    applyUserChange(actor, user, {
      action: roles.length === 1 ? 'removedFromGroup' : 'groupsChanged',
      revokesRights: true,
      losesAdmin: roles.includes('admin'),
      changeCognito: async ({ region, sub }) => {
        for (const role of roles) await pool.removeFromGroup(region, sub, configuredName(role));
      },
      failureCode: 'RemoveFromGroupFailed',
    });

  const changeGroups = async (
    actor: Actor,
    user: User,
    { removedRoles, addedGroups }: { readonly removedRoles: readonly Role[]; readonly addedGroups: readonly Group[] },
  ): Promise<User> => {
    if (addedGroups.length === 0) return removeFromGroups(actor, user, removedRoles);
    try {
      return await applyUserChange(actor, user, {
        action: removedRoles.length + addedGroups.length === 1 ? 'addedToGroup' : 'groupsChanged',
        losesAdmin: removedRoles.includes('admin'),
        changeCognito: async ({ region, sub }) => {
          for (const role of removedRoles) await pool.removeFromGroup(region, sub, configuredName(role));
          for (const group of addedGroups) await pool.addToGroup(region, sub, configuredName(group));
        },
        undo: async ({ region, sub, groups }) => {
          for (const name of addedGroups.map(configuredName))
            if (!groups.includes(name)) await pool.removeFromGroup(region, sub, name);
        },
        failureCode: 'AddToGroupFailed',
      });
    } catch (error) {
      // The removals must take effect even if adding a group failed.
      if (removedRoles.length > 0) await removeFromGroups(actor, user, removedRoles);
      throw error;
    }
  };

  return {
    auditSnapshot,
    findDrift,

    invite: async (actor: Actor, person: InvitedUser, site: string, { since }: { readonly since?: Date } = {}) => {
      const { region, email } = person;
      // Checked before Cognito creates the user, who would otherwise be left without a row.
      await stores.findMatching(region, person.storeId);
      await users.reserveEmail(region, email, { by: actor.requestId, now: now() });
      try {
        const existingUser = await ensurePoolUser(person, site, since);
        await settleGroups(person, existingUser?.groups ?? []);
        const poolUser = await pool.find(region, email);
        if (!poolUser) throw new AppError('UserNotFoundException');
        const { storeId, storeName } = await stores.add(region, person, actor.requestId);
        const invitedAt = now();
        const row = newRow(actor, region, poolUser, {
          storeId,
          storeName,
          ...(poolUser.status === 'invited' && invitationDates(invitedAt)),
          updatedAt: invitedAt.toISOString(),
        });
        const auditEvent = createEvent(row, 'invited', actor, invitedAt, { before: {}, after: auditSnapshot(row) });
        await users.add(row, [auditEvent, ...(actor.extraConditions ?? [])]);
        return row;
      } catch (error) {
        await users.releaseEmail(region, email).catch(() => undefined);
        throw error;
      }
    },

    resend: (actor: Actor, user: User, site: string, { since }: { readonly since?: Date | undefined } = {}) => {
      if (user.status !== 'invited') throw new AppError('InvitationNotPending');
      return applyUserChange(actor, user, {
        action: 'invitationResent',
        alwaysAudit: true,
        changeCognito: async ({ region, email, sub }) => {
          if (since && ((await pool.find(region, sub))?.changedAt ?? since) >= since) return;
          await pool
            .inviteAgain(region, { email, site, temporaryPassword: newPassword() })
            .catch(rethrowAs('InvitationNotPending', 'UnsupportedUserStateException'));
        },
        rowPatch: invitationDates,
      }).catch(async (error: unknown) => {
        const isNotPending = error instanceof AppError && error.code === 'InvitationNotPending';
        const poolUser = isNotPending && (await pool.find(user.region, user.sub));
        if (poolUser) await driftRepair.updateFromCognito(actor, user, poolUser);
        throw error;
      });
    },

    enable: (actor: Actor, user: User) =>
      applyUserChange(actor, user, {
        action: 'enabled',
        changeCognito: async ({ region, sub }) => {
          await pool.enable(region, sub);
          if (!isInRegion(user, configuredGroups))
            await pool.addToGroup(region, sub, configuredName(regions[region].group));
        },
        undo: async ({ region, sub, enabled, groups }) => {
          if (!enabled) await pool.disable(region, sub);
          const name = configuredName(regions[region].group);
          if (!groups.includes(name)) await pool.removeFromGroup(region, sub, name);
        },
        // A sign-in may have completed while the user was being disabled.
        ...(!user.enabled && { rowPatch: sessionsEndedAt }),
      }),

    disable: (actor: Actor, user: User) =>
      applyUserChange(actor, user, {
        action: 'disabled',
        revokesRights: true,
        losesAdmin: true,
        changeCognito: async ({ region, sub }) => {
          // Disabling alone keeps refresh tokens, which would work again once the user is enabled.
          await pool.signOutEverywhere(region, sub);
          await pool.disable(region, sub);
        },
        rowPatch: sessionsEndedAt,
      }),

    remove: (actor: Actor, user: User): Promise<void> =>
      withSeizedLease(user, { losesAdmin: true }, async (leasedUser) => {
        await pool.remove(user.region, user.sub);
        await users.remove(leasedUser, [
          createEvent(leasedUser, 'deleted', actor, now(), { before: auditSnapshot(leasedUser), after: {} }),
        ]);
      }),

    changeGroups,

    addToGroup: (actor: Actor, user: User, group: Group) =>
      changeGroups(actor, user, { removedRoles: [], addedGroups: [group] }),

    removeFromGroup: (actor: Actor, user: User, role: Role) => removeFromGroups(actor, user, [role]),

    changeStore: async (actor: Actor, user: User, { storeId, storeName }: Store): Promise<User> => {
      const input = { storeId, storeName };
      const store = storeId === noStoreId ? input : await stores.add(user.region, input, actor.requestId);
      return applyUserChange(actor, user, { action: 'storeChanged', rowPatch: () => store });
    },

    endSessions: (actor: Actor, user: User) =>
      applyUserChange(actor, user, {
        action: 'sessionsEnded',
        revokesRights: true,
        alwaysAudit: true,
        changeCognito: ({ region, sub }) => pool.signOutEverywhere(region, sub),
        rowPatch: sessionsEndedAt,
      }),

    endSession: (actor: Actor, user: User, revocation: TransactItem) =>
      applyUserChange({ ...actor, extraConditions: [revocation] }, user, {
        action: 'sessionsEnded',
        revokesRights: true,
        alwaysAudit: true,
      }),

    resetSecondFactor: (actor: Actor, user: User) =>
      applyUserChange(actor, user, {
        action: 'secondFactorOff',
        changeCognito: ({ region, sub }) => pool.dropSecondFactor(region, sub),
      }),

    ...driftRepair,
    ...storeNames({ ...collaborators, stores, createEvent }),
  };
};
