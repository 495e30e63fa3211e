import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { RegionId } from '#shared/regions.ts';
import { isSameText } from './secrets.ts';

const accessCookie = (region: RegionId) => `__Host-access-${region}`;
const refreshCookie = (region: RegionId) => `__Secure-refresh-${region}`;

/** The refresh token, and a challenge, travel only where they are needed. */
const sessionPath = (region: RegionId) => `/api/auth/${region}`;

const challengeCookie = (region: RegionId) => `__Secure-challenge-${region}`;

const cookie = (name: string, value: string, path: string, maxAgeSeconds: number) =>
  `${name}=${value}; Path=${path}; Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}; HttpOnly; Secure; SameSite=Strict`;

export type Tokens = { readonly accessToken: string; readonly refreshToken: string };

/** As the browser sent it: `lambdas/auth` judges whether the signature is ours. */
export type Signed = { readonly text: string; readonly signature: string };

/** A browser's tokens; the refresh cookie also names its session, which is looked at before the token is. */
type HeldTokens = Partial<Tokens> & { readonly session?: Signed };

/** In no token, name or signature. */
const separator = '~';

const refreshValue = (refreshToken: string, session: Signed | undefined) =>
  [refreshToken, ...(session ? [session.text, session.signature] : [])].join(separator);

/** Set-Cookie values. The access token's own expiry counts; its cookie stays, so that signing out names the session. */
export const sessionCookies = (region: RegionId, tokens: Tokens, leftSeconds: number, session?: Signed): string[] => [
  cookie(accessCookie(region), tokens.accessToken, '/', leftSeconds),
  cookie(refreshCookie(region), refreshValue(tokens.refreshToken, session), sessionPath(region), leftSeconds),
];

export const renewedRefreshCookie = (region: RegionId, refreshToken: string, session?: Signed): string =>
  cookie(
    refreshCookie(region),
    refreshValue(refreshToken, session),
    sessionPath(region),
    limits.session.idleMinutes * 60,
  );

export const clearedCookies = (region: RegionId): string[] => [
  cookie(accessCookie(region), '', '/', 0),
  cookie(refreshCookie(region), '', sessionPath(region), 0),
];

export type Challenge = {
  readonly email: string;
  readonly username: string;
  /** Cognito's session; of no use without the client's secret. */
  readonly session: string;
  /** Where a password of one's own is to follow: the fingerprint of the temporary one. */
  readonly temporary?: string;
};

const hash: (password: string, salt: Buffer, length: number) => Promise<Buffer> = promisify(scrypt);
const fingerprintBytes = 16;

/** Tells a password when it comes again, without keeping it: salt and hash (scrypt), each 16 bytes in base64url. */
export const fingerprintOf = async (password: string, salt = randomBytes(fingerprintBytes)): Promise<string> =>
  [salt, await hash(password, salt, fingerprintBytes)].map((part) => part.toString('base64url')).join('.');

export const isFingerprintOf = async (password: string, fingerprint: string): Promise<boolean> => {
  const salt = Buffer.from(fingerprint.split('.')[0] ?? '', 'base64url');
  return isSameText(await fingerprintOf(password, salt), fingerprint);
};

/** A challenge as its cookie spells it; `until` is an epoch second. */
export const challengeText = ({ email, username, session, temporary }: Challenge, until: number): string => {
  const parts = [until, email, username, session, ...(temporary === undefined ? [] : [temporary])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
};

export const challengeSetCookie = (region: RegionId, { text, signature }: Signed): string => {
  const maxAgeSeconds = limits.session.setPasswordMinutes * 60;
  return cookie(challengeCookie(region), `${text}${separator}${signature}`, sessionPath(region), maxAgeSeconds);
};

export const clearedChallenge = (region: RegionId): string =>
  cookie(challengeCookie(region), '', sessionPath(region), 0);

const deviceCookie = (region: RegionId) => `__Secure-device-${region}`;

export type KnownDevice = { readonly id: string; readonly signatures: readonly string[] };

/** The Set-Cookie value that keeps a device known. It opens nothing, so it outlives the session. */
export const deviceSetCookie = (region: RegionId, { id, signatures }: KnownDevice): string =>
  cookie(deviceCookie(region), [id, ...signatures].join('.'), sessionPath(region), limits.session.deviceDays * 86_400);

/** As the cookies tell; whoever forges it has no signature. */
export const knownDeviceOf = (region: RegionId, cookies: readonly string[]): KnownDevice | undefined => {
  const [id = '', ...signatures] = valueOf(cookies, deviceCookie(region))?.split('.') ?? [];
  return /^[\w-]{22}$/.test(id) ? { id, signatures } : undefined;
};

const challengeParts = z.tuple([z.number(), z.string(), z.string(), z.string(), z.optional(z.string())]);

/** Of a text that our signature was found on; undefined for none of ours. */
export const parseChallenge = (text: string): (Challenge & { readonly until: number }) | undefined => {
  const parsed = challengeParts.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) return undefined;
  const [until, email, username, session, temporary] = parsed.data;
  return { until, email, username, session, ...(temporary !== undefined && { temporary }) };
};

/** What a request's cookies keep of a challenge, not believed yet. */
export const sentChallenge = (region: RegionId, cookies: readonly string[]): Signed | undefined => {
  const [text = '', signature = ''] = valueOf(cookies, challengeCookie(region))?.split(separator) ?? [];
  return text && signature ? { text, signature } : undefined;
};

/** Against cookie tossing: a cookie that comes twice counts as missing, since which one is ours can't be known. */
const valueOf = (cookies: readonly string[], name: string): string | undefined => {
  const [value, ...others] = cookies
    .filter((text) => text.startsWith(`${name}=`))
    .map((text) => text.slice(name.length + 1));
  return others.length === 0 && value !== '' ? value : undefined;
};

/** Out of `name=value` each, as API Gateway hands cookies over. */
export const tokensOf = (region: RegionId, cookies: readonly string[] = []): HeldTokens => {
  const accessToken = valueOf(cookies, accessCookie(region));
  const [refreshToken, text, signature] = valueOf(cookies, refreshCookie(region))?.split(separator) ?? [];
  return {
    ...(accessToken && { accessToken }),
    ...(refreshToken && { refreshToken }),
    ...(text && signature && { session: { text, signature } }),
  };
};
