import type { RegionId } from '#shared/regions.ts';

/** The names of a region's two session cookies. Each region has its own session. */
const accessCookie = (region: RegionId) => `__Host-access-${region}`;
const refreshCookie = (region: RegionId) => `__Secure-refresh-${region}`;

/** The refresh token travels only where it is needed. */
const refreshPath = (region: RegionId) => `/api/auth/${region}`;

const cookie = (name: string, value: string, path: string, maxAgeSeconds: number) =>
  `${name}=${value}; Path=${path}; Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}; HttpOnly; Secure; SameSite=Strict`;

export type Tokens = { readonly accessToken: string; readonly refreshToken: string };

/** Set-Cookie values of a session. Ages in seconds. */
export const sessionCookies = (region: RegionId, tokens: Tokens, ages: { readonly access: number; readonly refresh: number }): string[] => [
  cookie(accessCookie(region), tokens.accessToken, '/', ages.access),
  cookie(refreshCookie(region), tokens.refreshToken, refreshPath(region), ages.refresh),
];

/** Set-Cookie values that end a session in the browser. */
export const clearedCookies = (region: RegionId): string[] => [
  cookie(accessCookie(region), '', '/', 0),
  cookie(refreshCookie(region), '', refreshPath(region), 0),
];

/** A region's tokens out of a request's cookies (`name=value` each, as API Gateway hands them over). */
export const tokensOf = (region: RegionId, cookies: readonly string[] = []): Partial<Tokens> => {
  const valueOf = (name: string) => cookies.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
  const accessToken = valueOf(accessCookie(region));
  const refreshToken = valueOf(refreshCookie(region));
  return { ...(accessToken && { accessToken }), ...(refreshToken && { refreshToken }) };
};
