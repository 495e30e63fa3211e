import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import {
  FetchError,
  JwksValidationError,
  JwkValidationError,
  JwtBaseError,
  JwtExpiredError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import * as z from 'zod/mini';
import { batchGetAll } from '#lambdas/lib/aws/dynamodb.ts';
import type { Session } from '#lambdas/lib/sessions/sessions.ts';
import { isAlive, toSessionId, sessionSchema } from '#lambdas/lib/sessions/sessions.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { noStoreId, toUserId, userSchema } from '#lambdas/lib/users/user-row.ts';
import { AppError } from '#shared/api/errors.ts';
import { belongsTo, isAdmin, isInAudience, canRegisterReturns } from '#shared/api/policies.ts';
import type { Audience } from '#shared/api/route.ts';
import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { Group } from '#shared/users/groups.ts';
import { simplifyGroups } from '#shared/users/groups.ts';
import { readSessionCookies } from './cookies.ts';
import { maintenanceId, maintenanceRow } from './maintenance.ts';

/** JWT claims that the portal uses. `exp` is in epoch seconds. */
const claims = z.object({ sub: z.string(), origin_jti: z.string(), exp: z.number() });

export type AccessToken = z.output<typeof claims>;

type Pool = { readonly userPoolId: string; readonly clientId: string };

/** Errors of the key set, not of the token: unreachable, malformed, or in the wait period after an unknown key id. */
const keySetErrors = [FetchError, JwksValidationError, JwkValidationError, WaitPeriodNotYetEndedJwkError];

/**
 * Verifies signature, issuer, client, token use and expiry against the region's user pool. Throws ExpiredToken,
 * MissingCookie (invalid token) or ServiceUnavailable (no key set).
 */
export type TokenVerifier = {
  readonly verify: (region: RegionId, token: string) => Promise<AccessToken>;
  /** Also accepts tokens that expired within a session's absolute limit, for signing out. */
  readonly verifyEvenIfExpired: (region: RegionId, token: string) => Promise<AccessToken>;
};

export const createTokenVerifier = (
  pools: Readonly<Record<RegionId, Pool>>,
  jwksCache = new SimpleJwksCache(),
): TokenVerifier => {
  const verifiers = createByRegion((region) =>
    CognitoJwtVerifier.create({ ...pools[region], tokenUse: 'access' }, { jwksCache }),
  );
  const verifyWithin = (graceSeconds: number) => async (region: RegionId, token: string) => {
    try {
      return claims.parse(await verifiers[region].verify(token, { graceSeconds }));
    } catch (error) {
      if (error instanceof JwtExpiredError) throw new AppError('ExpiredToken', { cause: error });
      if (keySetErrors.some((type) => error instanceof type))
        throw new AppError('ServiceUnavailable', { cause: error });
      if (error instanceof JwtBaseError) throw new AppError('MissingCookie', { cause: error });
      throw error;
    }
  };
  return { verify: verifyWithin(0), verifyEvenIfExpired: verifyWithin(limits.session.absoluteHours * 3600) };
};

export type CallerRows = {
  readonly user?: User | undefined;
  readonly session?: Session | undefined;
  /** Expected end of a maintenance of the stage, if there is one. */
  readonly maintenanceUntil?: string | undefined;
};

/** Reads the user and session rows in one consistent call, so that disabling, removing groups, signing out and a maintenance apply from the next request. */
export const createCallerRowsReader =
  (db: DynamoDBDocumentClient, tables: { readonly users: string; readonly sessions: string }) =>
  async (region: RegionId, sub: string, originJti: string): Promise<CallerRows> => {
    const { [tables.users]: [user] = [], [tables.sessions]: sessions = [] } = await batchGetAll(db, {
      [tables.users]: { Keys: [{ id: toUserId(region, sub) }], ConsistentRead: true },
      [tables.sessions]: {
        Keys: [{ id: toSessionId(region, originJti) }, { id: maintenanceId }],
        ConsistentRead: true,
      },
    });
    const session = sessions.find(({ id }) => id !== maintenanceId);
    const maintenance = sessions.find(({ id }) => id === maintenanceId);
    return {
      user: user && userSchema.parse(user),
      session: session && sessionSchema.parse(session),
      maintenanceUntil: maintenance && maintenanceRow.parse(maintenance).until,
    };
  };

export type Caller = {
  readonly sub: string;
  readonly email: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly userGroups: readonly Group[];
  /** Expiry of the access token (ISO 8601). */
  readonly tokenExpiresAt: string;
  /** Set for an admin without admin rights until they sign in with a one-time code. */
  readonly secondFactorMissing?: true;
  /** Expected end of a maintenance of the stage, during which changes are refused. */
  readonly maintenanceUntil?: string;
};

export type GroupSettings = {
  readonly configuredGroups: readonly string[];
  readonly adminsNeedSecondFactor: boolean;
};

/** Builds the caller with the groups that are effective on this stage and in this session. */
export const toCaller = (
  user: User,
  session: Pick<Session, 'hasSecondFactor'>,
  token: Pick<AccessToken, 'exp'>,
  { configuredGroups, adminsNeedSecondFactor }: GroupSettings,
  maintenanceUntil?: string,
): Caller => {
  const groups = simplifyGroups(user.groups, configuredGroups);
  // A user without a store cannot book.
  const effectiveGroups = groups.filter(
    (group) => user.storeId !== noStoreId || (group !== 'register-repairs' && group !== 'register-returns'),
  );
  // The user row alone is not enough: a session that started with only a password, before codes were enabled, gets no admin rights.
  const isVerified = user.secondFactor && session.hasSecondFactor === true;
  const secondFactorMissing = adminsNeedSecondFactor && !isVerified && groups.includes('admin');
  return {
    sub: user.sub,
    email: user.email,
    storeId: user.storeId,
    storeName: user.storeName,
    userGroups: secondFactorMissing ? effectiveGroups.filter((group) => group !== 'admin') : effectiveGroups,
    tokenExpiresAt: new Date(token.exp * 1000).toISOString(),
    ...(secondFactorMissing && { secondFactorMissing }),
    ...(maintenanceUntil !== undefined && { maintenanceUntil }),
  };
};

/** Returns the session data that the page may hold: no tokens and no other user attributes. */
export const toAuthObject = (caller: Caller, region: Pick<RegionSettings, 'returnsAvailable'>): AuthObject => ({
  email: caller.email,
  userGroups: [...caller.userGroups],
  isAdminUser: isAdmin(caller),
  isRegisterReturnsAllowed: canRegisterReturns(caller, region),
  ...(caller.storeId !== noStoreId && { store: { storeId: caller.storeId, storeName: caller.storeName } }),
  jwt_expired: caller.tokenExpiresAt,
  ...(caller.secondFactorMissing && { secondFactorMissing: true }),
  ...(caller.maintenanceUntil !== undefined && { maintenanceUntil: caller.maintenanceUntil }),
});

/** Returns true if the user is enabled and the session started after `validAfter` (ISO instants from the portal's clock). */
export const canStaySignedIn = (user: User | undefined, session: Pick<Session, 'startedAt'>): user is User =>
  user !== undefined && user.enabled && (user.validAfter === undefined || session.startedAt >= user.validAfter);

type Collaborators = GroupSettings & {
  readonly tokens: Pick<TokenVerifier, 'verify'>;
  readonly readRows: (region: RegionId, sub: string, originJti: string) => Promise<CallerRows>;
};

/** Authenticates the caller; roles are checked by `requireAudience`. Throws MissingCookie or ExpiredToken (the page then refreshes once). */
export type Authenticate = (region: RegionId, cookies: readonly string[] | undefined, now: Date) => Promise<Caller>;

export const createAuthenticate =
  ({ tokens, readRows, ...groupSettings }: Collaborators): Authenticate =>
  async (region, cookies, now) => {
    const { accessToken } = readSessionCookies(region, cookies);
    if (!accessToken) throw new AppError('MissingCookie');
    const token = await tokens.verify(region, accessToken);
    const { user, session, maintenanceUntil } = await readRows(region, token.sub, token.origin_jti);
    if (!session || !isAlive(session, now) || !canStaySignedIn(user, session)) throw new AppError('ExpiredToken');
    return toCaller(user, session, token, groupSettings, maintenanceUntil);
  };

/** Throws InsufficientAccess for a caller of another region or without the role. */
export const requireAudience = (caller: Caller, region: RegionId, audience: Audience): void => {
  if (!belongsTo(caller, region) || !isInAudience(caller, audience)) throw new AppError('InsufficientAccess');
};
