import { hasName, isPassing } from '#lambdas/aws/errors.ts';
import type { TransactItem } from '#lambdas/aws/transact.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { Group, Role } from '#shared/groups.ts';
import { roles, simplifyGroup, simplifyGroups } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { AuditAction, AuditedFacts } from '#shared/users/audit.ts';
import type { Actor } from './audit.ts';
import { auditItem, differenceOf } from './audit.ts';
import type { PoolAdmin, PoolUser } from './pool.ts';
import type { StoresStore } from './stores.ts';
import type { User, UsersStore } from './users.ts';
import { noStore, userRow } from './users.ts';

/** Somebody to be invited. The store's name is what the admin calls it. */
export type Person = {
  readonly region: RegionId;
  readonly email: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly roles: readonly Role[];
};

export type AdministrationCollaborators = {
  readonly pool: PoolAdmin;
  readonly users: UsersStore;
  readonly stores: Pick<StoresStore, 'find' | 'put'>;
  readonly auditTable: string;
  readonly configuredGroups: readonly string[];
  readonly newId: () => string;
  readonly newPassword: () => string;
  readonly now: () => Date;
};

const day = 24 * 3_600_000;

const isNothing = ({ before, after }: ReturnType<typeof differenceOf>) =>
  Object.keys(before).length + Object.keys(after).length === 0;

/** The roles that a user's groups come to. */
export const rolesOf = ({ groups }: Pick<User, 'groups'>, configuredGroups: readonly string[]): Role[] => {
  const held = simplifyGroups(groups, configuredGroups);
  return roles.filter((role) => held.includes(role));
};

export const isInRegion = ({ groups, region }: Pick<User, 'groups' | 'region'>, configuredGroups: readonly string[]) =>
  simplifyGroups(groups, configuredGroups).includes(regions[region].group);

/**
 * Every change of a user: the row is claimed (optimistic lock), Cognito is changed, and the row is written again from what Cognito then
 * says, in one transaction with the audit event. A change that fails lets go of the row; of one that is broken off in between the claim
 * runs out, doing it again completes it, and reconciliation mends what nobody does again.
 */
export const administration = ({
  pool,
  users,
  stores,
  auditTable,
  configuredGroups,
  newId,
  newPassword,
  now,
}: AdministrationCollaborators) => {
  const factsOf = (user: User): AuditedFacts => ({
    roles: rolesOf(user, configuredGroups),
    inRegion: isInRegion(user, configuredGroups),
    enabled: user.enabled,
    status: user.status,
    storeId: user.storeId,
    storeName: user.storeName,
    secondFactor: user.secondFactor,
  });

  const configuredName = (group: string): string => {
    const name = configuredGroups.find((candidate) => simplifyGroup(candidate) === group);
    if (name === undefined) throw new Error(`The stage configures no group ${group}`);
    return name;
  };

  /** A user as Cognito says they are, and as the directory alone knows them. */
  const mirrored = (user: User, { enabled, status, groups, secondFactor, email }: PoolUser, at: Date): User => {
    const { inviteExpiresAt, claimedBy: _, claimedUntil: __, ...rest } = user;
    return userRow({
      ...rest,
      email,
      enabled,
      status,
      groups,
      secondFactor,
      ...(status === 'invited' && inviteExpiresAt !== undefined && { inviteExpiresAt }),
      updatedAt: at.toISOString(),
    });
  };

  /** What of a row is not as Cognito says; undefined when nothing is. */
  const driftOf = (user: User, found: PoolUser) => {
    const row = mirrored(user, found, now());
    const difference = differenceOf(factsOf(user), factsOf(row));
    return isNothing(difference) && row.email === user.email ? undefined : difference;
  };

  const event = (user: User, action: AuditAction, actor: Actor, at: Date, facts?: ReturnType<typeof differenceOf>) =>
    auditItem(auditTable, { user, action, actor, id: newId(), now: at, ...facts });

  const nameStore = async (region: RegionId, store: Pick<Person, 'storeId' | 'storeName'>) => {
    // Thousands of rows may name one store: it is only written when it changes.
    if ((await stores.find(region, store.storeId))?.storeName !== store.storeName) await stores.put(region, store);
  };

  /** Holds a user while something is done with them; whatever fails lets go of them. */
  const holding = async <Result>(
    read: User,
    losing: { readonly losesAdmin: boolean; readonly evenLast?: boolean },
    work: (claimed: User) => Promise<Result>,
  ): Promise<Result> => {
    const claimed = await users.claim(read, { ...losing, by: newId(), now: now() });
    try {
      return await work(claimed);
    } catch (error) {
      // Otherwise the claim runs out by itself.
      await users.release(claimed).catch(() => undefined);
      throw error;
    }
  };

  type Change = {
    readonly action: AuditAction;
    readonly losesAdmin?: boolean;
    readonly inCognito?: (user: User) => Promise<void>;
    /** What changes in the directory alone. */
    readonly alsoChange?: (at: Date) => Partial<User>;
    /** Told even where it changes nothing that an event shows. */
    readonly isAlwaysTold?: boolean;
    /** What is written in the same transaction. */
    readonly together?: readonly TransactItem[];
    /** Answered where Cognito refuses for a reason of its own. */
    readonly failure?: ErrorCode;
  };

  /** The user after the change. What comes to nothing is neither written nor told. Throws UserChanged, LastAdmin or UserNotFoundException. */
  const change = (
    actor: Actor,
    read: User,
    {
      action,
      losesAdmin = false,
      inCognito = async () => {},
      alsoChange,
      isAlwaysTold = false,
      together = [],
      failure,
    }: Change,
  ) =>
    holding(read, { losesAdmin }, async (claimed) => {
      await inCognito(claimed).catch((error: unknown) => {
        if (error instanceof AppError || isPassing(error)) throw error;
        if (hasName(error, 'UserNotFoundException')) throw new AppError('UserNotFoundException', { cause: error });
        throw failure === undefined ? error : new AppError(failure, { cause: error });
      });
      const found = await pool.find(read.region, read.sub);
      if (!found) throw new AppError('UserNotFoundException');
      const at = now();
      const row = {
        ...mirrored({ ...read, ...alsoChange?.(at) }, found, at),
        version: read.version + 1,
        changedBy: actor.requestId,
      };
      const difference = differenceOf(factsOf(read), factsOf(row));
      if (!isAlwaysTold && isNothing(difference)) {
        await users.release(claimed);
        return read;
      }
      await users.replace(claimed, row, [event(row, action, actor, at, difference), ...together]);
      return row;
    });

  const invitation = (at: Date) => ({
    invitedAt: at.toISOString(),
    inviteExpiresAt: new Date(at.getTime() + limits.invitationDays * day).toISOString(),
  });

  const endsSessions = (at: Date) => ({ validAfter: at.toISOString() });

  /** Exactly the groups that a person is to have: an invitation that was broken off may have left others. */
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
      if (!found || isKnown || found.status !== 'invited')
        throw new AppError('UsernameExistsException', { cause: error });
      if (since === undefined || found.changedAt < since) await pool.inviteAgain(region, sending);
      return found;
    }
    return undefined;
  };

  return {
    factsOf,
    driftOf,

    /**
     * Invites somebody. An invitation that was broken off before the directory knew of it is completed; `since` says when this very
     * one was begun first: whom Cognito has changed from then on has their email already. Throws UsernameExistsException.
     */
    invite: async (
      actor: Actor,
      person: Person,
      site: string,
      { since }: { readonly since?: Date } = {},
    ): Promise<User> => {
      const { region, email } = person;
      await users.claimEmail(region, email, { by: actor.requestId, now: now() });
      try {
        const before = await inPool(person, site, since);
        await settleGroups(person, before?.groups ?? []);
        const found = await pool.find(region, email);
        if (!found) throw new AppError('UserNotFoundException');
        await nameStore(region, person);
        const at = now();
        const row = userRow({
          region,
          sub: found.sub,
          email,
          storeId: person.storeId,
          storeName: person.storeName,
          groups: found.groups,
          enabled: found.enabled,
          status: found.status,
          ...invitation(at),
          createdAt: found.createdAt.toISOString(),
          updatedAt: at.toISOString(),
          changedBy: actor.requestId,
        });
        await users.add(row, [event(row, 'invited', actor, at, { before: {}, after: factsOf(row) })]);
        return row;
      } catch (error) {
        await users.releaseEmail(region, email).catch(() => undefined);
        throw error;
      }
    },

    /** Throws InvitationNotPending for whoever has chosen a password. `since` as for invite, of one that was begun before. */
    resend: (
      actor: Actor,
      user: User,
      site: string,
      { since }: { readonly since?: Date | undefined } = {},
    ): Promise<User> => {
      if (user.status !== 'invited') throw new AppError('InvitationNotPending');
      return change(actor, user, {
        action: 'invitationResent',
        isAlwaysTold: true,
        inCognito: async ({ region, email, sub }) => {
          if (since && ((await pool.find(region, sub))?.changedAt ?? since) >= since) return;
          await pool.inviteAgain(region, { email, site, temporaryPassword: newPassword() }).catch((error: unknown) => {
            if (hasName(error, 'UnsupportedUserStateException'))
              throw new AppError('InvitationNotPending', { cause: error });
            throw error;
          });
        },
        alsoChange: invitation,
      });
    },

    /** Lets somebody in again, also into the region's group; sessions from before stay ended. */
    enable: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'enabled',
        inCognito: async ({ region, sub }) => {
          await pool.enable(region, sub);
          if (!isInRegion(user, configuredGroups))
            await pool.addToGroup(region, sub, configuredName(regions[region].group));
        },
        // Somebody may have been signing in at the moment in which they were disabled.
        ...(!user.enabled && { alsoChange: endsSessions }),
      }),

    /** Ends all sessions, for good: enabling brings none back. */
    disable: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'disabled',
        losesAdmin: true,
        inCognito: async ({ region, sub }) => {
          // Disabling alone keeps refresh tokens: they would work again once the user is enabled.
          await pool.signOutEverywhere(region, sub);
          await pool.disable(region, sub);
        },
        ...(user.enabled && { alsoChange: endsSessions }),
      }),

    remove: (actor: Actor, user: User): Promise<void> =>
      holding(user, { losesAdmin: true }, async (claimed) => {
        await pool.remove(user.region, user.sub);
        await users.remove(claimed, [event(user, 'deleted', actor, now(), { before: factsOf(user), after: {} })]);
      }),

    /** A role, or the region's own group, without which nothing opens. */
    addToGroup: (actor: Actor, user: User, group: Group) =>
      change(actor, user, {
        action: 'addedToGroup',
        inCognito: ({ region, sub }) => pool.addToGroup(region, sub, configuredName(group)),
        failure: 'AddToGroupFailed',
      }),

    removeFromGroup: (actor: Actor, user: User, role: Role) =>
      change(actor, user, {
        action: 'removedFromGroup',
        losesAdmin: role === 'admin',
        inCognito: ({ region, sub }) => pool.removeFromGroup(region, sub, configuredName(role)),
        failure: 'RemoveFromGroupFailed',
      }),

    changeStore: (actor: Actor, user: User, store: Pick<Person, 'storeId' | 'storeName'>): Promise<User> =>
      change(actor, user, {
        action: 'storeChanged',
        inCognito: ({ region }) => nameStore(region, store),
        alsoChange: () => ({ storeId: store.storeId, storeName: store.storeName }),
      }),

    /** All sessions of the user, everywhere. */
    endSessions: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'sessionsEnded',
        isAlwaysTold: true,
        inCognito: ({ region, sub }) => pool.signOutEverywhere(region, sub),
        alsoChange: endsSessions,
      }),

    /** One session of the user: `ending` writes its end. Throws UserChanged when they have no such session. */
    endSession: (actor: Actor, user: User, ending: TransactItem) =>
      change(actor, user, { action: 'sessionsEnded', isAlwaysTold: true, together: [ending] }),

    resetSecondFactor: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'secondFactorOff',
        inCognito: ({ region, sub }) => pool.dropSecondFactor(region, sub),
      }),

    /** Writes a row again from what Cognito says; undefined when nothing differs. */
    mirror: async (actor: Actor, user: User, found: PoolUser): Promise<User | undefined> => {
      const isSame = driftOf(user, found) === undefined;
      // A claim that is left over may have taken an admin from the region's.
      if (isSame && (user.claimedUntil === undefined || user.claimedUntil > now().toISOString())) return undefined;
      const losesAdmin = !found.enabled || !rolesOf(found, configuredGroups).includes('admin');
      return holding(user, { losesAdmin, evenLast: true }, async (claimed) => {
        const at = now();
        const row = {
          ...mirrored({ ...user, ...(!found.enabled && user.enabled && endsSessions(at)) }, found, at),
          version: user.version + 1,
          changedBy: actor.requestId,
        };
        const difference = differenceOf(factsOf(user), factsOf(row));
        if (isSame) {
          await users.release(claimed);
          return undefined;
        }
        await users.replace(claimed, row, [event(row, 'reconciled', actor, at, difference)]);
        return row;
      });
    },

    /**
     * Gives a row to somebody whom only Cognito knows. They have no store, so that they can book nothing until an admin names one;
     * what they may have begun without a row counts for nothing. Throws UsernameExistsException where they have a row.
     */
    adopt: async (actor: Actor, region: RegionId, found: PoolUser): Promise<User> => {
      const at = now();
      const { sub, email, groups, enabled, status, secondFactor, createdAt } = found;
      const row = userRow({
        region,
        sub,
        email,
        groups,
        enabled,
        status,
        secondFactor,
        storeId: noStore,
        storeName: noStore,
        ...(status === 'invited' && invitation(createdAt)),
        createdAt: createdAt.toISOString(),
        updatedAt: at.toISOString(),
        ...endsSessions(at),
        changedBy: actor.requestId,
      });
      await users.add(row, [event(row, 'reconciled', actor, at, { before: {}, after: factsOf(row) })]);
      return row;
    },

    /** Removes the row of somebody whom Cognito no longer knows. */
    forget: (actor: Actor, user: User): Promise<void> =>
      holding(user, { losesAdmin: true, evenLast: true }, (claimed) =>
        users.remove(claimed, [event(user, 'reconciled', actor, now(), { before: factsOf(user), after: {} })]),
      ),
  };
};

export type Administration = ReturnType<typeof administration>;
