import { hasName } from '#lambdas/lib/aws/errors.ts';
import { toAuthObject, toCaller, canStaySignedIn } from '#lambdas/lib/http/caller.ts';
import type { GroupSettings, AccessToken, TokenVerifier } from '#lambdas/lib/http/caller.ts';
import type { CookieTokens, Tokens } from '#lambdas/lib/http/cookies.ts';
import { createSessionCookies } from '#lambdas/lib/http/cookies.ts';
import type { Session } from '#lambdas/lib/sessions/sessions.ts';
import { createSession, toSessionId } from '#lambdas/lib/sessions/sessions.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { UserPools } from './auth-pools.ts';
import type { AuthStore } from './auth-store.ts';
import { parseUserAgent } from './device.ts';
import type { KnownDevices } from './known-device.ts';
import type { OwnAccountChanges } from './own-account-changes.ts';
import { createSigner } from './signatures.ts';

type Collaborators = GroupSettings & {
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly pools: Pick<UserPools, 'sign' | 'revoke'>;
  readonly tokens: TokenVerifier;
  readonly users: Pick<UsersStore, 'get'>;
  readonly store: Pick<AuthStore, 'startSession' | 'endSession'>;
  readonly devices: KnownDevices;
  readonly ownAccountChanges: Pick<OwnAccountChanges, 'reconcileSecondFactor'>;
  readonly now: () => Date;
};

type SessionRef = Pick<AccessToken, 'sub' | 'origin_jti'>;

/** Cognito's errors when there is nothing left to revoke. */
const ignoredRevokeErrors = [
  'NotAuthorizedException',
  'InvalidParameterException',
  'UnsupportedTokenTypeException',
  'UnauthorizedException',
];

/** Proof given to Cognito at sign-in: the password alone, or a one-time code after it. */
type SignInProof = 'password' | 'oneTimeCode';

type SignInContext = {
  readonly proof: SignInProof;
  readonly requestId: string;
  readonly userAgent: string;
  readonly cookies: readonly string[];
  readonly setLogSubject: (sub: string) => void;
};

type SignedInResponse = { readonly body: AuthObject; readonly cookies: string[] };

/** Session operations shared by sign-in, refresh and password changes. */
export type SessionLifecycle = {
  /** Builds the response with the session's data and its cookies. */
  readonly createResponse: (
    region: RegionId,
    user: User,
    token: AccessToken,
    issuedTokens: Tokens,
    session: Session,
    respondedAt: Date,
    maintenanceUntil?: string,
  ) => Promise<SignedInResponse>;

  /** Identifies the session of a browser's tokens. Falls back to the signed session in the refresh cookie if there is no valid access token. */
  readonly identify: (region: RegionId, tokens: CookieTokens) => Promise<SessionRef | undefined>;

  /** Starts a session with new tokens. Throws NotAuthorizedException for a user who is unknown, disabled, or whose sessions have since been ended. */
  readonly start: (region: RegionId, issuedTokens: Tokens, context: SignInContext) => Promise<SignedInResponse>;

  /** Ends the session of a browser's tokens, in the portal and in Cognito. Attempts both even if one fails; does nothing if the tokens identify no session. */
  readonly end: (region: RegionId, tokens: CookieTokens) => Promise<void>;
};

export const createSessionLifecycle = ({
  regions,
  tokens,
  users,
  store,
  devices,
  pools,
  ownAccountChanges,
  now,
  ...groupSettings
}: Collaborators): SessionLifecycle => {
  const { sign, verify } = createSigner(pools);

  const createResponse = async (
    region: RegionId,
    user: User,
    token: AccessToken,
    issuedTokens: Tokens,
    session: Session,
    respondedAt: Date,
    maintenanceUntil?: string,
  ) => {
    const signedSession = await sign(region, 'session', `${token.sub}.${token.origin_jti}`);
    return {
      body: toAuthObject(toCaller(user, session, token, groupSettings, maintenanceUntil), regions[region]),
      cookies: createSessionCookies(
        region,
        issuedTokens,
        session.expiresAt - respondedAt.getTime() / 1000,
        signedSession,
      ),
    };
  };

  const identifySession = async (
    region: RegionId,
    { accessToken, session }: CookieTokens,
  ): Promise<SessionRef | undefined> => {
    const readFromCookie = async (): Promise<SessionRef | undefined> => {
      if (!session || !(await verify(region, 'session', session))) return undefined;
      const [sub = '', origin_jti = ''] = session.text.split('.');
      return { sub, origin_jti };
    };
    if (accessToken === undefined) return readFromCookie();
    return tokens.verifyEvenIfExpired(region, accessToken).catch(async (error: unknown) => {
      const isVerifierUnavailable = error instanceof AppError && error.code === 'ServiceUnavailable';
      const sessionRef = await readFromCookie();
      if (isVerifierUnavailable && !sessionRef) throw error;
      return sessionRef;
    });
  };

  return {
    createResponse,
    identify: identifySession,

    start: async (
      region: RegionId,
      issuedTokens: Tokens,
      { proof, requestId, userAgent, cookies, setLogSubject }: SignInContext,
    ) => {
      const token = await tokens.verify(region, issuedTokens.accessToken);
      setLogSubject(token.sub);
      const row = await users.get(region, token.sub);
      const startedAt = now();
      const hasSecondFactor = proof === 'oneTimeCode';
      const session = createSession(
        region,
        token.origin_jti,
        token.sub,
        startedAt,
        parseUserAgent(userAgent),
        hasSecondFactor,
      );
      if (!canStaySignedIn(row, session)) throw new AppError('NotAuthorizedException');
      const user = await ownAccountChanges.reconcileSecondFactor(row, hasSecondFactor, requestId);
      await store.startSession(session, user, await devices.findRateLimitKey(region, user.email, cookies));
      const { body, cookies: newCookies } = await createResponse(region, user, token, issuedTokens, session, startedAt);
      return { body, cookies: [...newCookies, await devices.remember(region, user.email, cookies)] };
    },

    end: async (region: RegionId, sessionTokens: CookieTokens): Promise<void> => {
      const session = await identifySession(region, sessionTokens);
      if (!session) return;
      const endSession = () => store.endSession(toSessionId(region, session.origin_jti));
      const revoke = async () => {
        if (sessionTokens.refreshToken === undefined) return;
        await pools.revoke(region, sessionTokens.refreshToken).catch((error: unknown) => {
          if (!hasName(error, ...ignoredRevokeErrors)) throw error;
        });
      };
      const operations = [endSession(), revoke()];
      await Promise.allSettled(operations);
      await Promise.all(operations);
    },
  };
};
