import { hasName, isPassing } from '#lambdas/aws/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
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
import { userRow } from './users.ts';

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

/** The roles that a user's groups come to. */
export const rolesOf = ({ groups }: Pick<User, 'groups'>, configuredGroups: readonly string[]): Role[] => {
  const held = simplifyGroups(groups, configuredGroups);
  return roles.filter((role) => held.includes(role));
};

export const isInRegion = ({ groups, region }: Pick<User, 'groups' | 'region'>, configuredGroups: readonly string[]) =>
  simplifyGroups(groups, configuredGroups).includes(regions[region].group);

/**
 * Every change of a user: the row is claimed (optimistic lock), Cognito is changed, and the row is written again from what Cognito then
 * says, in one transaction with the audit event. Whatever is broken off in between, reconciliation mends.
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
    const { inviteExpiresAt, ...rest } = user;
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

  const event = (user: User, action: AuditAction, actor: Actor, at: Date, facts?: ReturnType<typeof differenceOf>) =>
    auditItem(auditTable, { user, action, actor, id: newId(), now: at, ...facts });

  const nameStore = async (region: RegionId, store: Pick<Person, 'storeId' | 'storeName'>) => {
    // Thousands of rows may name one store: it is only written when it changes.
    if ((await stores.find(region, store.storeId))?.storeName !== store.storeName) await stores.put(region, store);
  };

  type Change = {
    readonly action: AuditAction;
    readonly losesAdmin?: boolean;
    readonly inCognito: (user: User) => Promise<void>;
    /** What changes in the directory alone. */
    readonly alsoChange?: (at: Date) => Partial<User>;
    /** Answered where Cognito refuses for a reason of its own. */
    readonly failure?: ErrorCode;
  };

  /** Throws UserChanged, LastAdmin or UserNotFoundException. */
  const change = async (
    actor: Actor,
    read: User,
    { action, losesAdmin = false, inCognito, alsoChange, failure }: Change,
  ) => {
    const claimed = await users.claim(read, { losesAdmin });
    await inCognito(claimed).catch((error: unknown) => {
      if (error instanceof AppError || isPassing(error)) throw error;
      if (hasName(error, 'UserNotFoundException')) throw new AppError('UserNotFoundException', { cause: error });
      throw failure === undefined ? error : new AppError(failure, { cause: error });
    });
    const found = await pool.find(read.region, read.sub);
    if (!found) throw new AppError('UserNotFoundException');
    const at = now();
    const row = {
      ...mirrored(userRow({ ...claimed, ...alsoChange?.(at) }), found, at),
      version: claimed.version + 1,
      changedBy: actor.requestId,
    };
    await users.replace(claimed, row, [event(row, action, actor, at, differenceOf(factsOf(read), factsOf(row)))]);
    return row;
  };

  const invitation = (at: Date) => ({
    invitedAt: at.toISOString(),
    inviteExpiresAt: new Date(at.getTime() + limits.invitationDays * day).toISOString(),
  });

  /** Cognito has the last word, even on the last admin. */
  const claimWhatever = (user: User, losesAdmin: boolean) =>
    users.claim(user, { losesAdmin }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'LastAdmin') return users.claim(user, { losesAdmin: false });
      throw error;
    });

  return {
    factsOf,

    /**
     * Invites somebody. An invitation that was broken off before the directory knew of it is completed; `since` says when this very
     * one was begun first, and then no second email is sent. Throws UsernameExistsException.
     */
    invite: async (
      actor: Actor,
      person: Person,
      site: string,
      { since }: { readonly since?: Date } = {},
    ): Promise<User> => {
      const { region, email } = person;
      const sending = { email, site, temporaryPassword: newPassword() };
      await nameStore(region, person);
      await pool.invite(region, sending).catch(async (error: unknown) => {
        if (!hasName(error, 'UsernameExistsException')) throw error;
        const found = await pool.find(region, email);
        const isKnown = found !== undefined && (await users.get(region, found.sub)) !== undefined;
        if (!found || isKnown || found.status !== 'invited')
          throw new AppError('UsernameExistsException', { cause: error });
        if (since === undefined || found.createdAt < since) await pool.inviteAgain(region, sending);
      });
      for (const group of [regions[region].group, ...person.roles])
        await pool.addToGroup(region, email, configuredName(group));
      const found = await pool.find(region, email);
      if (!found) throw new AppError('UserNotFoundException');
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
    },

    /** Throws InvitationNotPending for whoever has chosen a password. `since` as for invite. */
    resend: (actor: Actor, user: User, site: string): Promise<User> => {
      if (user.status !== 'invited') throw new AppError('InvitationNotPending');
      return change(actor, user, {
        action: 'invitationResent',
        inCognito: async ({ region, email }) => {
          await pool.inviteAgain(region, { email, site, temporaryPassword: newPassword() }).catch((error: unknown) => {
            if (hasName(error, 'UnsupportedUserStateException'))
              throw new AppError('InvitationNotPending', { cause: error });
            throw error;
          });
        },
        alsoChange: invitation,
      });
    },

    enable: (actor: Actor, user: User) =>
      change(actor, user, { action: 'enabled', inCognito: ({ region, sub }) => pool.enable(region, sub) }),

    /** Ends all sessions, for good: enabling brings none back. */
    disable: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'disabled',
        losesAdmin: true,
        inCognito: async ({ region, sub }) => {
          await pool.disable(region, sub);
          await pool.signOutEverywhere(region, sub);
        },
        alsoChange: (at) => ({ validAfter: at.toISOString() }),
      }),

    remove: async (actor: Actor, user: User): Promise<void> => {
      const claimed = await users.claim(user, { losesAdmin: true });
      await pool.remove(user.region, user.sub);
      await users.remove(claimed, [event(user, 'deleted', actor, now(), { before: factsOf(user), after: {} })]);
    },

    addToGroup: (actor: Actor, user: User, role: Role) =>
      change(actor, user, {
        action: 'addedToGroup',
        inCognito: ({ region, sub }) => pool.addToGroup(region, sub, configuredName(role)),
        failure: 'AddToGroupFailed',
      }),

    removeFromGroup: (actor: Actor, user: User, role: Role) =>
      change(actor, user, {
        action: 'removedFromGroup',
        losesAdmin: role === 'admin',
        inCognito: ({ region, sub }) => pool.removeFromGroup(region, sub, configuredName(role)),
        failure: 'RemoveFromGroupFailed',
      }),

    changeStore: async (actor: Actor, user: User, store: Pick<Person, 'storeId' | 'storeName'>): Promise<User> => {
      await nameStore(user.region, store);
      return change(actor, user, {
        action: 'storeChanged',
        inCognito: async () => {},
        alsoChange: () => ({ storeId: store.storeId, storeName: store.storeName }),
      });
    },

    /** All sessions of the user, everywhere. */
    endSessions: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'sessionsEnded',
        inCognito: ({ region, sub }) => pool.signOutEverywhere(region, sub),
        alsoChange: (at) => ({ validAfter: at.toISOString() }),
      }),

    resetSecondFactor: (actor: Actor, user: User) =>
      change(actor, user, {
        action: 'secondFactorOff',
        inCognito: ({ region, sub }) => pool.dropSecondFactor(region, sub),
      }),

    /** Writes a row again from what Cognito says; undefined when nothing differs. */
    mirror: async (actor: Actor, user: User, found: PoolUser): Promise<User | undefined> => {
      const at = now();
      const row = mirrored(user, found, at);
      const difference = differenceOf(factsOf(user), factsOf(row));
      if (Object.keys(difference.before).length + Object.keys(difference.after).length === 0) return undefined;
      const losesAdmin = !row.enabled || !rolesOf(row, configuredGroups).includes('admin');
      const claimed = await claimWhatever(user, losesAdmin);
      const next = {
        ...row,
        version: claimed.version + 1,
        changedBy: actor.requestId,
        ...(!row.enabled && user.enabled && { validAfter: at.toISOString() }),
      };
      await users.replace(claimed, next, [event(next, 'reconciled', actor, at, difference)]);
      return next;
    },

    /** Removes the row of somebody whom Cognito no longer knows. */
    forget: async (actor: Actor, user: User): Promise<void> => {
      const claimed = await claimWhatever(user, true);
      await users.remove(claimed, [event(user, 'reconciled', actor, now(), { before: factsOf(user), after: {} })]);
    },
  };
};

export type Administration = ReturnType<typeof administration>;
