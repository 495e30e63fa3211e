import type { Administration } from '#lambdas/directory/administration.ts';
import type { AttemptsStore } from '#lambdas/directory/attempts.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import type { SessionsStore } from '#lambdas/directory/sessions.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { RegionSettings } from '#shared/env.ts';
import { AppError } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import type { users as routes } from '#shared/routes/users.ts';
import type { UserAction } from '#shared/users/operation-refusal.ts';
import { mayDoToOneself } from '#shared/users/operation-refusal.ts';
import { rolesFor } from '#shared/users/user.ts';
import { detailsOf, obstaclesOf, listAuditEvents, listUsers } from './list.ts';
import type { AuditPages, UserPages } from './store.ts';

export type UsersCollaborators = {
  readonly users: Pick<UsersStore, 'get'>;
  readonly administration: Administration;
  readonly sessions: Pick<SessionsStore, 'list' | 'ending'>;
  readonly attempts: AttemptsStore;
  readonly userPages: UserPages;
  readonly auditPages: AuditPages;
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly configuredGroups: readonly string[];
  readonly adminsNeedSecondFactor: boolean;
};

type OneUser = { readonly region: RegionId; readonly sub: string; readonly version: number };
type Asking = { readonly caller: Caller; readonly requestId: string };

const actorOf = ({ caller, requestId }: Asking): Actor => ({ by: caller.email, requestId });

export const userHandlers = (parts: UsersCollaborators): Handlers<typeof routes> => {
  const {
    users,
    administration,
    sessions,
    attempts,
    userPages,
    auditPages,
    regions,
    configuredGroups,
    adminsNeedSecondFactor,
  } = parts;
  const list = listUsers(userPages, configuredGroups);
  const listEvents = listAuditEvents(auditPages);

  const find = async (region: RegionId, sub: string): Promise<User> => {
    const user = await users.get(region, sub);
    if (!user) throw new AppError('UserNotFoundException');
    return user;
  };

  const findFor = async ({ region, sub, version }: OneUser, caller: Caller, action: UserAction, role?: Role) => {
    if (sub === caller.sub && !mayDoToOneself(action, role)) throw new AppError('OwnAccount');
    const user = await find(region, sub);
    if (user.version !== version) throw new AppError('UserChanged');
    return user;
  };

  const refuseMissingRoles = (region: RegionId, wanted: readonly Role[], path: string) => {
    if (!wanted.every((role) => rolesFor(regions[region]).includes(role)))
      throw new AppError('InvalidParameterException', { problems: [{ path, rule: 'pattern' }] });
  };

  const answer = (user: User, now: Date) => ({ body: detailsOf(user, configuredGroups, now) });

  return {
    listUsers: async (input, { now }) => ({ body: await list(input, now) }),

    findUser: async ({ region, sub }, { now }) => {
      const user = await find(region, sub);
      const [open, refusedUntil] = await Promise.all([
        sessions.list(user, now),
        attempts.refusedUntil('sign-in', region, user.email, now),
      ]);
      return {
        body: {
          user: detailsOf(user, configuredGroups, now),
          sessions: open,
          obstacles: obstaclesOf(user, refusedUntil, { configuredGroups, adminsNeedSecondFactor }, now),
        },
      };
    },

    registerUser: async (person, { now, site, ...asking }) => {
      refuseMissingRoles(person.region, person.roles, 'roles');
      return answer(await administration.invite(actorOf(asking), person, site), now);
    },

    enableUser: async (input, { now, ...asking }) => {
      const user = await findFor(input, asking.caller, 'enable');
      return answer(await administration.enable(actorOf(asking), user), now);
    },

    disableUser: async (input, { now, ...asking }) => {
      const user = await findFor(input, asking.caller, 'disable');
      return answer(await administration.disable(actorOf(asking), user), now);
    },

    deleteUser: async (input, asking) => {
      const user = await findFor(input, asking.caller, 'delete');
      await administration.remove(actorOf(asking), user);
      return { body: {} };
    },

    resendInvitation: async (input, { now, site, ...asking }) => {
      const user = await findFor(input, asking.caller, 'resendInvitation');
      return answer(await administration.resend(actorOf(asking), user, site), now);
    },

    addToGroup: async ({ role, ...input }, { now, ...asking }) => {
      refuseMissingRoles(input.region, [role], 'role');
      const user = await findFor(input, asking.caller, 'addToGroup', role);
      return answer(await administration.addToGroup(actorOf(asking), user, role), now);
    },

    removeFromGroup: async ({ role, ...input }, { now, ...asking }) => {
      const user = await findFor(input, asking.caller, 'removeFromGroup', role);
      return answer(await administration.removeFromGroup(actorOf(asking), user, role), now);
    },

    changeStore: async ({ storeId, storeName, ...input }, { now, ...asking }) => {
      const user = await findFor(input, asking.caller, 'changeStore');
      return answer(await administration.changeStore(actorOf(asking), user, { storeId, storeName }), now);
    },

    renameStore: async ({ region, ...store }, asking) => {
      await administration.renameStore(actorOf(asking), region, store);
      return { body: store };
    },

    endSessions: async ({ session, ...input }, { now, ...asking }) => {
      const user = await findFor(input, asking.caller, 'endSessions');
      const { region, sub } = user;
      const ended =
        session === undefined
          ? administration.endSessions(actorOf(asking), user)
          : administration.endSession(actorOf(asking), user, sessions.ending(region, sub, session));
      return answer(await ended, now);
    },

    resetSecondFactor: async (input, { now, ...asking }) => {
      const user = await findFor(input, asking.caller, 'resetSecondFactor');
      return answer(await administration.resetSecondFactor(actorOf(asking), user), now);
    },

    listAuditEvents: async (input, { now }) => ({ body: await listEvents(input, now) }),
  };
};
