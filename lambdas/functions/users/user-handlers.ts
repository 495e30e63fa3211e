import type { Caller } from '#lambdas/lib/http/caller.ts';
import type { CountForDay } from '#lambdas/lib/http/daily-limits.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { AttemptsStore } from '#lambdas/lib/sessions/attempts.ts';
import type { SessionsStore } from '#lambdas/lib/sessions/sessions.ts';
import type { Administration } from '#lambdas/lib/users/administration.ts';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { users as routes } from '#shared/api/routes/users.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Role } from '#shared/users/groups.ts';
import type { UserAction } from '#shared/users/operation-rejection.ts';
import { isAllowedOnOwnAccount, isRevocation } from '#shared/users/operation-rejection.ts';
import { findAvailableRoles } from '#shared/users/user.ts';
import { toUserDetails, findSignInObstacles, createAuditEventLister, createUserLister } from './list-users.ts';
import type { AuditPages, UserPages } from './user-pages-store.ts';

export type UsersCollaborators = {
  readonly users: Pick<UsersStore, 'get' | 'countAdmins'>;
  readonly administration: Administration;
  readonly sessions: Pick<SessionsStore, 'list' | 'buildRevocation'>;
  readonly attempts: AttemptsStore;
  readonly countForDay: CountForDay;
  readonly userPages: UserPages;
  readonly auditPages: AuditPages;
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly configuredGroups: readonly string[];
  readonly adminsNeedSecondFactor: boolean;
};

type UserRef = {
  readonly region: RegionId;
  readonly sub: string;
  readonly version?: number | undefined;
  readonly role?: Role;
};
type CallerContext = { readonly caller: Caller; readonly requestId: string; readonly now: Date; readonly site: string };

const toActor = ({ caller, requestId }: Omit<CallerContext, 'now' | 'site'>): Actor => ({
  by: caller.email,
  requestId,
});

export const createUserHandlers = (collaborators: UsersCollaborators): Handlers<typeof routes> => {
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
  } = collaborators;
  const listPage = createUserLister(userPages, configuredGroups);
  const listEvents = createAuditEventLister(auditPages);

  const requireUser = async (region: RegionId, sub: string): Promise<User> => {
    const user = await users.get(region, sub);
    if (!user) throw new AppError('UserNotFoundException');
    return user;
  };

  const requireAvailableRoles = (region: RegionId, requestedRoles: readonly Role[], path: string) => {
    if (!requestedRoles.every((role) => findAvailableRoles(regions[region]).includes(role)))
      throw new AppError('InvalidParameterException', { problems: [{ path, rule: 'pattern' }] });
  };

  /** Returns the user if the caller may perform the action. Throws InvalidParameterException, OwnAccount, UserNotFoundException or UserChanged. */
  const requireChangeableUser = async ({ region, sub, version, role }: UserRef, caller: Caller, action: UserAction) => {
    if (role && action === 'addToGroup') requireAvailableRoles(region, [role], 'role');
    if (sub === caller.sub && !isAllowedOnOwnAccount(action, role)) throw new AppError('OwnAccount');
    const user = await requireUser(region, sub);
    if (!isRevocation(action) && user.version !== version) throw new AppError('UserChanged');
    return user;
  };

  /** Counts the emails that announce a new admin to the region's admins. The route itself counts the email to the user. */
  const countAnnouncement = async (region: RegionId, { caller, now }: Pick<CallerContext, 'caller' | 'now'>) => {
    const adminCount = await users.countAdmins(region);
    await countForDay('emails', { region, sub: caller.sub }, adminCount, now);
  };

  const createChangeHandler =
    <Input extends UserRef>(
      action: UserAction,
      applyChange: (actor: Actor, user: User, input: Input, context: CallerContext) => Promise<User>,
    ) =>
    async (input: Input, context: CallerContext) => {
      const user = await applyChange(
        toActor(context),
        await requireChangeableUser(input, context.caller, action),
        input,
        context,
      );
      return { body: toUserDetails(user, configuredGroups, context.now) };
    };

  return {
    listUsers: async (input, { now }) => ({ body: await listPage(input, now) }),

    findUser: async ({ region, sub }, { now }) => {
      const user = await requireUser(region, sub);
      const [openSessions, signInBlockEnd, codeBlockEnd] = await Promise.all([
        sessions.list(user, now),
        attempts.findBlockEnd('sign-in', region, user.email, now),
        attempts.findBlockEnd('second-factor', region, user.sub, now),
      ]);
      return {
        body: {
          user: toUserDetails(user, configuredGroups, now),
          sessions: openSessions,
          obstacles: findSignInObstacles(
            user,
            { signInBlockEnd, codeBlockEnd },
            { configuredGroups, adminsNeedSecondFactor },
            now,
          ),
        },
      };
    },

    registerUser: async (person, { now, site, ...context }) => {
      requireAvailableRoles(person.region, person.roles, 'roles');
      if (person.roles.includes('admin')) await countAnnouncement(person.region, { caller: context.caller, now });
      const user = await administration.invite(toActor(context), person, site);
      return { body: toUserDetails(user, configuredGroups, now) };
    },

    enableUser: createChangeHandler('enable', administration.enable),
    disableUser: createChangeHandler('disable', administration.disable),

    deleteUser: async (input, context) => {
      const user = await requireChangeableUser(input, context.caller, 'delete');
      await administration.remove(toActor(context), user);
      return { body: {} };
    },

    resendInvitation: createChangeHandler('resendInvitation', (actor, user, _, { site }) =>
      administration.resend(actor, user, site),
    ),

    addToGroup: createChangeHandler('addToGroup', async (actor, user, { role }, context) => {
      if (role === 'admin') await countAnnouncement(user.region, context);
      return administration.addToGroup(actor, user, role);
    }),

    removeFromGroup: createChangeHandler('removeFromGroup', (actor, user, { role }) =>
      administration.removeFromGroup(actor, user, role),
    ),

    changeStore: createChangeHandler('changeStore', (actor, user, { storeId, storeName }) =>
      administration.changeStore(actor, user, { storeId, storeName }),
    ),

    renameStore: async ({ region, ...store }, context) => {
      const { sub, email } = context.caller;
      return { body: await administration.renameStore(toActor(context), { region, sub, email }, store) };
    },

    endSessions: createChangeHandler('endSessions', (actor, user, { session }) =>
      session === undefined
        ? administration.endSessions(actor, user)
        : administration.endSession(actor, user, sessions.buildRevocation(user.region, user.sub, session)),
    ),

    resetSecondFactor: createChangeHandler('resetSecondFactor', administration.resetSecondFactor),

    listAuditEvents: async (input, { now }) => ({ body: await listEvents(input, now) }),
  };
};
