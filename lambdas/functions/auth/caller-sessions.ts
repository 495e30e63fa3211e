import type { Caller, TokenVerifier } from '#lambdas/lib/http/caller.ts';
import { readSessionCookies } from '#lambdas/lib/http/cookies.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { SessionsStore } from '#lambdas/lib/sessions/sessions.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { auth } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { UserSession } from '#shared/users/sign-in-check.ts';
import type { OwnAccountChanges } from './own-account-changes.ts';

type Collaborators = {
  readonly tokens: Pick<TokenVerifier, 'verify'>;
  readonly users: Pick<UsersStore, 'get'>;
  readonly userSessions: Pick<SessionsStore, 'list' | 'endWithEvent'>;
  readonly ownAccountChanges: Pick<OwnAccountChanges, 'createSessionsEndedEvent'>;
};

export type CallerContext = {
  readonly caller: Caller;
  readonly cookies: readonly string[];
  readonly now: Date;
  readonly requestId: string;
};

/** Open sessions of the signed-in caller. */
export type CallerSessions = {
  /** Reads the caller's row and open sessions. Throws ExpiredToken for a caller who no longer exists. */
  readonly read: (
    region: RegionId,
    context: Omit<CallerContext, 'requestId'>,
  ) => Promise<{ readonly user: User; readonly sessions: UserSession[] }>;
  /** Ends the session `sessionId` or, if it is omitted, all sessions except the current one. */
  readonly end: (region: RegionId, context: CallerContext, sessionId?: string) => Promise<void>;
};

export const createCallerSessions = ({
  tokens,
  users,
  userSessions,
  ownAccountChanges,
}: Collaborators): CallerSessions => {
  const read: CallerSessions['read'] = async (region, { caller, cookies, now }) => {
    const { accessToken = '' } = readSessionCookies(region, cookies);
    const [token, user] = await Promise.all([tokens.verify(region, accessToken), users.get(region, caller.sub)]);
    if (!user) throw new AppError('ExpiredToken');
    return { user, sessions: await userSessions.list(user, now, token.origin_jti) };
  };

  return {
    read,

    end: async (region, context, sessionId) => {
      const { caller, requestId } = context;
      const { sessions } = await read(region, context);
      // A session that has ended or belongs to another user is not in the list.
      const sessionsToEnd = sessions.filter(({ id, isCurrent }) =>
        sessionId === undefined ? !isCurrent : id === sessionId,
      );
      const ids = sessionsToEnd.map(({ id }) => id);
      if (ids.length === 0) return;
      const event = ownAccountChanges.createSessionsEndedEvent(
        { region, sub: caller.sub, email: caller.email },
        requestId,
      );
      await userSessions.endWithEvent(region, caller.sub, ids, event);
    },
  };
};

export const createOwnSessionHandlers = ({
  read,
  end,
}: CallerSessions): Pick<Handlers<typeof auth>, 'listSessions' | 'endSession'> => ({
  listSessions: async ({ region }, context) => {
    const { user, sessions } = await read(region, context);
    return { body: { sessions, secondFactor: user.secondFactor } };
  },

  endSession: async ({ region, session }, context) => {
    await end(region, context, session);
    return { body: {} };
  },
});
