import type { TransactItem } from '#lambdas/aws/dynamodb.ts';
import { hasName, orAs } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { Group, Role } from '#shared/groups.ts';
import { simplifyGroup } from '#shared/groups.ts';
import { regions } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';
import type { Actor } from './audit.ts';
import { mending } from './mending.ts';
import type { PoolUser } from './pool.ts';
import { storeNames } from './store-names.ts';
import type { StoresStore } from './stores.ts';
import { userChanges, endsSessions, invitation } from './user-changes.ts';
import type { UserChangeCollaborators } from './user-changes.ts';
import type { User } from './user-row.ts';
import { isInRegion, noStore } from './user-row.ts';

export type Person = Readonly<Pick<User, 'region' | 'email' | 'storeId' | 'storeName'>> & {
  readonly roles: readonly Role[];
};

export type AdministrationCollaborators = UserChangeCollaborators & {
  readonly stores: Pick<StoresStore, 'add' | 'findMeant' | 'removeCreatedBy' | 'rename' | 'isNamed' | 'list'>;
  readonly newPassword: () => string;
};

/** A user is claimed (optimistic lock), changed in Cognito, written from what Cognito says. What breaks off is completed by doing it again. */
export const administration = ({ stores, newPassword, ...collaborators }: AdministrationCollaborators) => {
  const { pool, users, configuredGroups, now } = collaborators;
  const changes = userChanges(collaborators);
  const { factsOf, driftOf, newRow, event, withSeized, change } = changes;

  const mended = mending({ ...collaborators, ...changes });

  const configuredName = (group: string): string => {
    const name = configuredGroups.find((candidate) => simplifyGroup(candidate) === group);
    if (name === undefined) throw new Error(`The stage configures no group ${group}`);
    return name;
  };

  /** Exactly these: an invitation that was broken off may have left others. */
  const settleGroups = async ({ region, email, roles: wanted }: Person, held: readonly string[]) => {
    const names = [regions[region].group, ...wanted].map(configuredName);
    for (const name of names) if (!held.includes(name)) await pool.addToGroup(region, email, name);
    for (const name of held) if (!names.includes(name)) await pool.removeFromGroup(region, email, name);
  };

  /** Makes somebody a user of the pool, or finds the one whom an invitation that was broken off has made. */
  const inPool = async (person: Person, site: string, since: Date | undefined): Promise<PoolUser | undefined> => {
    const { region, email } = person;
    const sending = { email, site, temporaryPassword: newPassword() };
    try {
      await pool.invite(region, sending);
    } catch (error) {
      if (!hasName(error, 'UsernameExistsException')) throw error;
      const found = await pool.find(region, email);
      const isKnown = found !== undefined && (await users.get(region, found.sub)) !== undefined;
      if (!found || isKnown) throw new AppError('UsernameExistsException', { cause: error });
      // A user who has chosen a password by an interrupted invitation needs no other one.
      const isPending = found.status === 'invited';
      if (isPending && (since === undefined || found.changedAt < since)) await pool.inviteAgain(region, sending);
      return found;
    }
    return undefined;
  };

  const takeFromGroups = (actor: Actor, user: User, taken: readonly Role[]) =>
    change(actor, user, {
      action: taken.length === 1 ? 'removedFromGroup' : 'groupsChanged',
      takesAway: true,
      losesAdmin: taken.includes('admin'),
      inCognito: async ({ region, sub }) => {
        for (const role of taken) await pool.removeFromGroup(region, sub, configuredName(role));
      },
      failure: 'RemoveFromGroupFailed',
    });

  /** Takes groups, then gives others, in one change: one event, and so one email to the user. */
  const changeGroups = async (
    actor: Actor,
    user: User,
    { taken, given }: { readonly taken: readonly Role[]; readonly given: readonly Group[] },
  ): Promise<User> => {
    if (given.length === 0) return takeFromGroups(actor, user, taken);
    try {
      return await change(actor, user, {
        action: taken.length + given.length === 1 ? 'addedToGroup' : 'groupsChanged',
        losesAdmin: taken.includes('admin'),
        inCognito: async ({ region, sub }) => {
          for (const role of taken) await pool.removeFromGroup(region, sub, configuredName(role));
          for (const group of given) await pool.addToGroup(region, sub, configuredName(group));
        },
        undo: async ({ region, sub, groups }) => {
          for (const name of given.map(configuredName))
            if (!groups.includes(name)) await pool.removeFromGroup(region, sub, name);
        },
        failure: 'AddToGroupFailed',
      });
    } catch (error) {
      // Nobody keeps a group because giving them another one failed.
      if (taken.length > 0) await takeFromGroups(actor, user, taken);
      throw error;
    }
  };

  return {
    factsOf,
    driftOf,

    /** Completes one that was broken off; whom Cognito has changed after `since` has their email. Throws UsernameExistsException or StoreAmbiguous. */
    invite: async (actor: Actor, person: Person, site: string, { since }: { readonly since?: Date } = {}) => {
      const { region, email } = person;
      // Before Cognito makes the user, who would be left there without a row.
      await stores.findMeant(region, person.storeId);
      await users.claimEmail(region, email, { by: actor.requestId, now: now() });
      try {
        const before = await inPool(person, site, since);
        await settleGroups(person, before?.groups ?? []);
        const found = await pool.find(region, email);
        if (!found) throw new AppError('UserNotFoundException');
        const { storeId, storeName } = await stores.add(region, person, actor.requestId);
        const at = now();
        const row = newRow(actor, region, found, {
          storeId,
          storeName,
          ...(found.status === 'invited' && invitation(at)),
          updatedAt: at.toISOString(),
        });
        const told = event(row, 'invited', actor, at, { before: {}, after: factsOf(row) });
        await users.add(row, [told, ...(actor.onlyWhile ?? [])]);
        return row;
      } catch (error) {
        await users.releaseEmail(region, email).catch(() => undefined);
        throw error;
      }
    },

    /** Throws InvitationNotPending for whoever has chosen a password, as the directory then knows. `since` as for invite, of one begun before. */
    resend: (actor: Actor, user: User, site: string, { since }: { readonly since?: Date | undefined } = {}) => {
      if (user.status !== 'invited') throw new AppError('InvitationNotPending');
      return change(actor, user, {
        action: 'invitationResent',
        isAlwaysTold: true,
        inCognito: async ({ region, email, sub }) => {
          if (since && ((await pool.find(region, sub))?.changedAt ?? since) >= since) return;
          await pool
            .inviteAgain(region, { email, site, temporaryPassword: newPassword() })
            .catch(orAs('InvitationNotPending', 'UnsupportedUserStateException'));
        },
        alsoChange: invitation,
      }).catch(async (error: unknown) => {
        const isPast = error instanceof AppError && error.code === 'InvitationNotPending';
        const found = isPast && (await pool.find(user.region, user.sub));
        if (found) await mended.mirror(actor, user, found);
        throw error;
      });
    },

    /** Also into the region's group; sessions from before stay ended. */
    enable: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'enabled',
        inCognito: async ({ region, sub }) => {
          await pool.enable(region, sub);
          if (!isInRegion(user, configuredGroups))
            await pool.addToGroup(region, sub, configuredName(regions[region].group));
        },
        undo: async ({ region, sub, enabled, groups }) => {
          if (!enabled) await pool.disable(region, sub);
          const name = configuredName(regions[region].group);
          if (!groups.includes(name)) await pool.removeFromGroup(region, sub, name);
        },
        // A sign-in may have been under way at the moment of disabling.
        ...(!user.enabled && { alsoChange: endsSessions }),
      }),

    disable: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'disabled',
        takesAway: true,
        losesAdmin: true,
        inCognito: async ({ region, sub }) => {
          // Disabling alone keeps refresh tokens: they would work again once the user is enabled.
          await pool.signOutEverywhere(region, sub);
          await pool.disable(region, sub);
        },
        alsoChange: endsSessions,
      }),

    remove: (actor: Actor, user: User): Promise<void> =>
      withSeized(user, { losesAdmin: true }, async (seized) => {
        await pool.remove(user.region, user.sub);
        await users.remove(seized, [event(seized, 'deleted', actor, now(), { before: factsOf(seized), after: {} })]);
      }),

    changeGroups,

    addToGroup: (actor: Actor, user: User, group: Group) => changeGroups(actor, user, { taken: [], given: [group] }),

    removeFromGroup: (actor: Actor, user: User, role: Role) => takeFromGroups(actor, user, [role]),

    /** To the store that the id means, which is added if there is none; or to none. Throws StoreAmbiguous. */
    changeStore: async (actor: Actor, user: User, { storeId, storeName }: Store): Promise<User> => {
      const named = { storeId, storeName };
      const store = storeId === noStore ? named : await stores.add(user.region, named, actor.requestId);
      return change(actor, user, { action: 'storeChanged', alsoChange: () => store });
    },

    endSessions: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'sessionsEnded',
        takesAway: true,
        isAlwaysTold: true,
        inCognito: ({ region, sub }) => pool.signOutEverywhere(region, sub),
        alsoChange: endsSessions,
      }),

    /** One session of the user: `ending` writes its end. Throws UserChanged when they have no such session. */
    endSession: (actor: Actor, user: User, ending: TransactItem) =>
      change({ ...actor, onlyWhile: [ending] }, user, { action: 'sessionsEnded', takesAway: true, isAlwaysTold: true }),

    resetSecondFactor: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'secondFactorOff',
        inCognito: ({ region, sub }) => pool.dropSecondFactor(region, sub),
      }),

    ...mended,
    ...storeNames({ ...collaborators, stores, event }),
  };
};

export type Administration = ReturnType<typeof administration>;
