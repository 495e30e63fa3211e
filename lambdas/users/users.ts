import type { Administration } from '#lambdas/directory/administration.ts';
import type { AttemptsStore } from '#lambdas/directory/attempts.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import type { SessionsStore } from '#lambdas/directory/sessions.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import type { CountForDay } from '#lambdas/http/daily-limits.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { RegionSettings } from '#shared/env.ts';
import { AppError } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import type { users as routes } from '#shared/routes/users.ts';
import type { UserAction } from '#shared/users/operation-refusal.ts';
import { mayDoToOneself, takesRightsAway } from '#shared/users/operation-refusal.ts';
import { rolesFor } from '#shared/users/user.ts';
import { detailsOf, obstaclesOf, listAuditEvents, listUsers } from './list.ts';
import type { AuditPages, UserPages } from './store.ts';

export type UsersCollaborators = {
  readonly users: Pick<UsersStore, 'get' | 'adminCount'>;
  readonly administration: Administration;
  readonly sessions: Pick<SessionsStore, 'list' | 'ending'>;
  readonly attempts: AttemptsStore;
  readonly countForDay: CountForDay;
  readonly userPages: UserPages;
  readonly auditPages: AuditPages;
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly configuredGroups: readonly string[];
  readonly adminsNeedSecondFactor: boolean;
};

type OneUser = {
  readonly region: RegionId;
  readonly sub: string;
  readonly version?: number | undefined;
  readonly role?: Role;
};
type Asking = { readonly caller: Caller; readonly requestId: string; readonly now: Date; readonly site: string };

const actorOf = ({ caller, requestId }: Omit<Asking, 'now' | 'site'>): Actor => ({ by: caller.email, requestId });

export const userHandlers = (parts: UsersCollaborators): Handlers<typeof routes> => {
  const {
    users,
    administration,
    sessions,
    attempts,
    countForDay,
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

  const refuseMissingRoles = (region: RegionId, wanted: readonly Role[], path: string) => {
    if (!wanted.every((role) => rolesFor(regions[region]).includes(role)))
      throw new AppError('InvalidParameterException', { problems: [{ path, rule: 'pattern' }] });
  };

  const findFor = async ({ region, sub, version, role }: OneUser, caller: Caller, action: UserAction) => {
    if (role && action === 'addToGroup') refuseMissingRoles(region, [role], 'role');
    if (sub === caller.sub && !mayDoToOneself(action, role)) throw new AppError('OwnAccount');
    const user = await find(region, sub);
    if (!takesRightsAway(action) && user.version !== version) throw new AppError('UserChanged');
    return user;
  };

  /** Counts the emails that announce a new admin to the region's admins. The route counts the user's own email. */
  const countAnnouncement = async (region: RegionId, { caller, now }: Pick<Asking, 'caller' | 'now'>) => {
    const admins = await users.adminCount(region);
    await countForDay('emails', { region, sub: caller.sub }, admins, now);
  };

  const changing =
    <Input extends OneUser>(
      action: UserAction,
      work: (actor: Actor, user: User, input: Input, asking: Asking) => Promise<User>,
    ) =>
    async (input: Input, asking: Asking) => {
      const user = await work(actorOf(asking), await findFor(input, asking.caller, action), input, asking);
      return { body: detailsOf(user, configuredGroups, asking.now) };
    };

  return {
    listUsers: async (input, { now }) => ({ body: await list(input, now) }),

    findUser: async ({ region, sub }, { now }) => {
      const user = await find(region, sub);
      const [open, signIn, codes] = await Promise.all([
        sessions.list(user, now),
        attempts.refusedUntil('sign-in', region, user.email, now),
        attempts.refusedUntil('second-factor', region, user.sub, now),
      ]);
      return {
        body: {
          user: detailsOf(user, configuredGroups, now),
          sessions: open,
          obstacles: obstaclesOf(user, { signIn, codes }, { configuredGroups, adminsNeedSecondFactor }, now),
        },
      };
    },

    registerUser: async (person, { now, site, ...asking }) => {
      refuseMissingRoles(person.region, person.roles, 'roles');
      if (person.roles.includes('admin')) await countAnnouncement(person.region, { caller: asking.caller, now });
      const user = await administration.invite(actorOf(asking), person, site);
      return { body: detailsOf(user, configuredGroups, now) };
    },

    enableUser: changing('enable', administration.enable),
    disableUser: changing('disable', administration.disable),

    deleteUser: async (input, asking) => {
      const user = await findFor(input, asking.caller, 'delete');
      await administration.remove(actorOf(asking), user);
      return { body: {} };
    },

    resendInvitation: changing('resendInvitation', (actor, user, _, { site }) =>
      administration.resend(actor, user, site),
    ),

    addToGroup: changing('addToGroup', async (actor, user, { role }, asking) => {
      if (role === 'admin') await countAnnouncement(user.region, asking);
      return administration.addToGroup(actor, user, role);
    }),

    removeFromGroup: changing('removeFromGroup', (actor, user, { role }) =>
      administration.removeFromGroup(actor, user, role),
    ),

    changeStore: changing('changeStore', (actor, user, { storeId, storeName }) =>
      administration.changeStore(actor, user, { storeId, storeName }),
    ),

    renameStore: async ({ region, ...store }, asking) => {
      const { sub, email } = asking.caller;
      return { body: await administration.renameStore(actorOf(asking), { region, sub, email }, store) };
    },

    endSessions: changing('endSessions', (actor, user, { session }) =>
      session === undefined
        ? administration.endSessions(actor, user)
        : administration.endSession(actor, user, sessions.ending(user.region, user.sub, session)),
    ),

    resetSecondFactor: changing('resetSecondFactor', administration.resetSecondFactor),

    listAuditEvents: async (input, { now }) => ({ body: await listEvents(input, now) }),
  };
};
