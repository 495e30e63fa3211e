import { hasName } from '#lambdas/aws/errors.ts';
import type { CodeRequests } from '#lambdas/directory/code-requests.ts';
import type { Session, SessionsStore } from '#lambdas/directory/sessions.ts';
import { newSession, sessionId } from '#lambdas/directory/sessions.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import { authObjectOf, callerOf, mayStaySignedIn } from '#lambdas/http/caller.ts';
import type { CallerRows, GroupSettings, AccessToken, TokenVerifier } from '#lambdas/http/caller.ts';
import type { Tokens, tokensOf } from '#lambdas/http/cookies.ts';
import { sessionCookies } from '#lambdas/http/cookies.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { RegionSettings } from '#shared/env.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { auth } from '#shared/routes/auth.ts';
import type { VerifyCaptcha } from './captcha.ts';
import { deviceOf } from './device.ts';
import type { KnownDevices } from './known-device.ts';
import type { OwnChanges } from './own-changes.ts';
import type { UserPools } from './pools.ts';
import type { Challenges } from './signatures.ts';
import { signatures } from './signatures.ts';
import type { AuthStore } from './store.ts';

export type Collaborators = GroupSettings & {
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly verifyCaptcha: VerifyCaptcha;
  readonly pools: UserPools;
  readonly tokens: TokenVerifier;
  readonly users: UsersStore;
  readonly rows: (region: RegionId, sub: string, originJti: string) => Promise<CallerRows>;
  readonly store: AuthStore;
  readonly devices: KnownDevices;
  readonly challenges: Challenges;
  readonly codes: CodeRequests;
  readonly userSessions: SessionsStore;
  readonly ownChanges: OwnChanges;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<unknown>;
};

type Held = ReturnType<typeof tokensOf>;
type Named = Pick<AccessToken, 'sub' | 'origin_jti'>;

const nothingToRevoke = [
  'NotAuthorizedException',
  'InvalidParameterException',
  'UnsupportedTokenTypeException',
  'UnauthorizedException',
];

type Parts = GroupSettings &
  Pick<Collaborators, 'regions' | 'tokens' | 'users' | 'store' | 'devices' | 'pools' | 'ownChanges' | 'now'>;

/** How a user has signed in to Cognito: with the password alone, or with a one-time code after it. */
type SignInProof = 'password' | 'oneTimeCode';

type OfWhoSignsIn = {
  readonly proof: SignInProof;
  readonly requestId: string;
  readonly userAgent: string;
  readonly cookies: readonly string[];
  readonly setLogSubject: (sub: string) => void;
};

/** What signing in, refreshing and new passwords have in common. */
export const sessionLife = ({
  regions,
  tokens,
  users,
  store,
  devices,
  pools,
  ownChanges,
  now,
  ...groupSettings
}: Parts) => {
  const { signed, isOurs } = signatures(pools);

  const answer = async (
    region: RegionId,
    user: User,
    token: AccessToken,
    issued: Tokens,
    session: Session,
    at: Date,
  ) => {
    const named = await signed(region, 'session', `${token.sub}.${token.origin_jti}`);
    return {
      body: authObjectOf(callerOf(user, session, token, groupSettings), regions[region]),
      cookies: sessionCookies(region, issued, session.expiresAt - at.getTime() / 1000, named),
    };
  };

  /** Whose session a browser's tokens belong to, and which. The refresh cookie's word counts where there is no access token to believe, and only with our signature. */
  const named = async (region: RegionId, { accessToken, session }: Held): Promise<Named | undefined> => {
    const byCookie = async (): Promise<Named | undefined> => {
      if (!session || !(await isOurs(region, 'session', session))) return undefined;
      const [sub = '', origin_jti = ''] = session.text.split('.');
      return { sub, origin_jti };
    };
    if (accessToken === undefined) return byCookie();
    return tokens.verifyPast(region, accessToken).catch(async (error: unknown) => {
      const isUndecided = error instanceof AppError && error.code === 'ServiceUnavailable';
      const found = await byCookie();
      if (isUndecided && !found) throw error;
      return found;
    });
  };

  return {
    answer,
    named,

    /** Begins a session with fresh tokens. Throws NotAuthorizedException for whoever the directory does not let in. */
    begin: async (
      region: RegionId,
      issued: Tokens,
      { proof, requestId, userAgent, cookies, setLogSubject }: OfWhoSignsIn,
    ) => {
      const token = await tokens.verify(region, issued.accessToken);
      setLogSubject(token.sub);
      const row = await users.get(region, token.sub);
      const at = now();
      const hasSecondFactor = proof === 'oneTimeCode';
      const session = newSession(region, token.origin_jti, token.sub, at, deviceOf(userAgent), hasSecondFactor);
      if (!mayStaySignedIn(row, session)) throw new AppError('NotAuthorizedException');
      const user = await ownChanges.settleSecondFactor(row, hasSecondFactor, requestId);
      await store.begin(session, user, await devices.rateLimitKey(region, user.email, cookies));
      const { body, cookies: own } = await answer(region, user, token, issued, session, at);
      return { body, cookies: [...own, await devices.remember(region, user.email, cookies)] };
    },

    /** Ends the session that a browser's tokens belong to, here and in Cognito, each even if the other fails; of tokens that name none neither hears. */
    end: async (region: RegionId, held: Held): Promise<void> => {
      const session = await named(region, held);
      if (!session) return;
      const end = () => store.end(sessionId(region, session.origin_jti));
      const revoke = async () => {
        if (held.refreshToken === undefined) return;
        await pools.revoke(region, held.refreshToken).catch((error: unknown) => {
          if (!hasName(error, ...nothingToRevoke)) throw error;
        });
      };
      const works = [end(), revoke()];
      await Promise.allSettled(works);
      await Promise.all(works);
    },
  };
};

/** Handlers of some of the routes of `auth`, out of what all of them work with. */
export type AuthHandlers<Names extends keyof typeof auth> = (
  parts: Collaborators & { readonly sessions: ReturnType<typeof sessionLife> },
) => Pick<Handlers<typeof auth>, Names>;
