import type { Caller } from '#lambdas/lib/http/caller.ts';
import { readSessionCookies } from '#lambdas/lib/http/cookies.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AuthHandlers, Collaborators } from './session-lifecycle.ts';

type Parts = Pick<Collaborators, 'tokens' | 'users' | 'userSessions' | 'ownChanges'>;

export type CallerContext = {
  readonly caller: Caller;
  readonly cookies: readonly string[];
  readonly now: Date;
  readonly requestId: string;
};

export const callerSessions = ({ tokens, users, userSessions, ownChanges }: Parts) => {
  const read = async (region: RegionId, caller: Caller, cookies: readonly string[], now: Date) => {
    const { accessToken = '' } = readSessionCookies(region, cookies);
    const [token, user] = await Promise.all([tokens.verify(region, accessToken), users.get(region, caller.sub)]);
    if (!user) throw new AppError('ExpiredToken');
    return { user, sessions: await userSessions.list(user, now, token.origin_jti) };
  };

  const end = async (region: RegionId, { caller, cookies, now, requestId }: CallerContext, session?: string) => {
    const { sessions } = await read(region, caller, cookies, now);
    // A session that has ended or belongs to another user is not in the list.
    const sessionsToEnd = sessions.filter(({ id, isCurrent }) => (session === undefined ? !isCurrent : id === session));
    const keys = sessionsToEnd.map(({ id }) => id);
    if (keys.length === 0) return;
    const event = ownChanges.createSessionsEndedEvent({ region, sub: caller.sub, email: caller.email }, requestId);
    await userSessions.endWithEvent(region, caller.sub, keys, event);
  };

  return { read, end };
};

export const ownSessionHandlers: AuthHandlers<'listSessions' | 'endSession'> = (parts) => {
  const { read, end } = callerSessions(parts);
  return {
    listSessions: async ({ region }, { caller, cookies, now }) => {
      const { user, sessions } = await read(region, caller, cookies, now);
      return { body: { sessions, secondFactor: user.secondFactor } };
    },

    endSession: async ({ region, session }, context) => {
      await end(region, context, session);
      return { body: {} };
    },
  };
};
