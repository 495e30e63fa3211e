import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { parseJson } from '#shared/api/parse-json.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { isSameText } from './secrets.ts';

const toAccessCookieName = (region: RegionId) => `__Host-access-${region}`;
const toRefreshCookieName = (region: RegionId) => `__Secure-refresh-${region}`;

/** Path that limits the refresh token and the challenge cookie to the auth routes. */
const toSessionPath = (region: RegionId) => `/api/auth/${region}`;

const toChallengeCookieName = (region: RegionId) => `__Secure-challenge-${region}`;

const buildCookie = (name: string, value: string, path: string, maxAgeSeconds: number) =>
  `${name}=${value}; Path=${path}; Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}; HttpOnly; Secure; SameSite=Strict`;

export type Tokens = { readonly accessToken: string; readonly refreshToken: string };

/** Signed value as sent by the browser, not verified; `lambdas/functions/auth` checks the signature. */
export type SignedText = { readonly text: string; readonly signature: string };

/** Tokens from the cookies. The refresh cookie also contains the signed id of the session, which is checked before the token is used. */
export type CookieTokens = Partial<Tokens> & { readonly session?: SignedText };

/** Separator that occurs in no token, session id, challenge or signature. */
const separator = '~';

const toRefreshValue = (refreshToken: string, session: SignedText | undefined) =>
  [refreshToken, ...(session ? [session.text, session.signature] : [])].join(separator);

/** Returns the Set-Cookie values of a session. The access cookie outlives its token, so that signing out can identify the session. */
export const createSessionCookies = (
  region: RegionId,
  tokens: Tokens,
  remainingSeconds: number,
  session?: SignedText,
): string[] => [
  buildCookie(toAccessCookieName(region), tokens.accessToken, '/', remainingSeconds),
  buildCookie(
    toRefreshCookieName(region),
    toRefreshValue(tokens.refreshToken, session),
    toSessionPath(region),
    remainingSeconds,
  ),
];

export const createRefreshCookie = (region: RegionId, refreshToken: string, session?: SignedText): string =>
  buildCookie(
    toRefreshCookieName(region),
    toRefreshValue(refreshToken, session),
    toSessionPath(region),
    limits.session.idleMinutes * 60,
  );

export const createClearedSessionCookies = (region: RegionId): string[] => [
  buildCookie(toAccessCookieName(region), '', '/', 0),
  buildCookie(toRefreshCookieName(region), '', toSessionPath(region), 0),
];

export type Challenge = {
  readonly email: string;
  readonly username: string;
  /** Cognito's challenge session, unusable without the client secret. */
  readonly session: string;
  /** Fingerprint of the temporary password, when the user has to choose a new one. */
  readonly temporaryPasswordFingerprint?: string;
};

const hash: (password: string, salt: Buffer, length: number) => Promise<Buffer> = promisify(scrypt);
const fingerprintBytes = 16;

/** Returns a fingerprint that recognizes a password without storing it: `salt.hash` (scrypt), each 16 bytes in base64url. */
export const createFingerprint = async (password: string, salt = randomBytes(fingerprintBytes)): Promise<string> =>
  [salt, await hash(password, salt, fingerprintBytes)].map((part) => part.toString('base64url')).join('.');

export const matchesFingerprint = async (password: string, fingerprint: string): Promise<boolean> => {
  const salt = Buffer.from(fingerprint.split('.')[0] ?? '', 'base64url');
  return isSameText(await createFingerprint(password, salt), fingerprint);
};

/** Encodes a challenge for its cookie: a JSON array in base64url. `expiresAt` is in epoch seconds. */
export const encodeChallenge = (
  { email, username, session, temporaryPasswordFingerprint }: Challenge,
  expiresAt: number,
): string => {
  const parts = [
    expiresAt,
    email,
    username,
    session,
    ...(temporaryPasswordFingerprint === undefined ? [] : [temporaryPasswordFingerprint]),
  ];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
};

export const createChallengeCookie = (region: RegionId, { text, signature }: SignedText): string => {
  const maxAgeSeconds = limits.session.setPasswordMinutes * 60;
  return buildCookie(
    toChallengeCookieName(region),
    `${text}${separator}${signature}`,
    toSessionPath(region),
    maxAgeSeconds,
  );
};

export const createClearedChallengeCookie = (region: RegionId): string =>
  buildCookie(toChallengeCookieName(region), '', toSessionPath(region), 0);

const toDeviceCookieName = (region: RegionId) => `__Secure-device-${region}`;

/** Browser known from an earlier sign-in; it has one signature for each user who has signed in with it. */
export type KnownDevice = { readonly id: string; readonly signatures: readonly string[] };

/** Returns the Set-Cookie value that identifies a known device. It grants no access, so it may outlive the session. */
export const createDeviceCookie = (region: RegionId, { id, signatures }: KnownDevice): string =>
  buildCookie(
    toDeviceCookieName(region),
    [id, ...signatures].join('.'),
    toSessionPath(region),
    limits.session.deviceDays * 86_400,
  );

/** Parses the device cookie. The result is unverified until one of its signatures is checked. */
export const readDeviceCookie = (region: RegionId, cookies: readonly string[]): KnownDevice | undefined => {
  const [id = '', ...signatures] = readCookie(cookies, toDeviceCookieName(region))?.split('.') ?? [];
  return /^[\w-]{22}$/.test(id) ? { id, signatures } : undefined;
};

const challengeParts = z.tuple([z.number(), z.string(), z.string(), z.string(), z.optional(z.string())]);

/** Decodes a challenge whose signature has been verified; returns undefined for malformed text. `until` is its end in epoch seconds. */
export const decodeChallenge = (text: string): (Challenge & { readonly until: number }) | undefined => {
  const parsed = challengeParts.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) return undefined;
  const [until, email, username, session, temporaryPasswordFingerprint] = parsed.data;
  return {
    until,
    email,
    username,
    session,
    ...(temporaryPasswordFingerprint !== undefined && { temporaryPasswordFingerprint }),
  };
};

/** Returns the challenge cookie, not yet verified. */
export const readChallengeCookie = (region: RegionId, cookies: readonly string[]): SignedText | undefined => {
  const [text = '', signature = ''] = readCookie(cookies, toChallengeCookieName(region))?.split(separator) ?? [];
  return text && signature ? { text, signature } : undefined;
};

/** Returns a cookie's value. A duplicated cookie counts as missing, to prevent cookie tossing: the genuine one can't be identified. */
const readCookie = (cookies: readonly string[], name: string): string | undefined => {
  const [value, ...duplicates] = cookies
    .filter((text) => text.startsWith(`${name}=`))
    .map((text) => text.slice(name.length + 1));
  return duplicates.length === 0 && value !== '' ? value : undefined;
};

/** Parses the session cookies from `name=value` strings, as API Gateway delivers them. */
export const readSessionCookies = (region: RegionId, cookies: readonly string[] = []): CookieTokens => {
  const accessToken = readCookie(cookies, toAccessCookieName(region));
  const [refreshToken, text, signature] = readCookie(cookies, toRefreshCookieName(region))?.split(separator) ?? [];
  return {
    ...(accessToken && { accessToken }),
    ...(refreshToken && { refreshToken }),
    ...(text && signature && { session: { text, signature } }),
  };
};
