/**
 * On CloudFront the browser uses TLS. Without it, WebKit drops cookies that are Secure or named `__Host-…` or
 * `__Secure-…`.
 */

/** Prefix of cookie names whose own prefix requires TLS. */
export const cookiePrefix = 'without-tls-';

// Chromium and Firefox treat localhost as secure. Chromium's user agent contains AppleWebKit, too.
const acceptsSecureCookies = (userAgent: string) =>
  !userAgent.includes('AppleWebKit/') || /Chrom(e|ium)\//.test(userAgent);

/** Returns Set-Cookie values in a form that this browser accepts. */
export const toAcceptedCookies = (userAgent: string, setCookie: readonly string[]): string[] =>
  acceptsSecureCookies(userAgent)
    ? [...setCookie]
    : setCookie.map((value) =>
        value.replace(/^(?=__(?:Host|Secure)-)/i, cookiePrefix).replaceAll(/;\s*Secure\s*(?=;|$)/gi, ''),
      );

/** Restores the original names in a Cookie header. */
export const restoreCookieNames = (cookie: string): string =>
  cookie.replaceAll(new RegExp(`(?<=^|;\\s*)${cookiePrefix}(?=__)`, 'g'), '');
