/**
 * The local site has no TLS, unlike CloudFront. Without TLS, WebKit drops cookies that are Secure or named `__Host-…`
 * or `__Secure-…`; for WebKit, these functions rename such cookies and remove `Secure`.
 */

/** Prefix put before a cookie name whose own prefix requires TLS. */
export const cookiePrefix = 'without-tls-';

// Chromium and Firefox treat localhost as secure. Chromium's user agent contains AppleWebKit, too.
const canUseSecureCookies = (userAgent: string) =>
  !userAgent.includes('AppleWebKit/') || /Chrom(e|ium)\//.test(userAgent);

/** Returns Set-Cookie values in a form that this browser accepts. */
export const toAcceptedCookies = (userAgent: string, setCookie: readonly string[]): string[] =>
  canUseSecureCookies(userAgent)
    ? [...setCookie]
    : setCookie.map((value) =>
        value.replace(/^(?=__(?:Host|Secure)-)/i, cookiePrefix).replaceAll(/;\s*Secure\s*(?=;|$)/gi, ''),
      );

/** Restores the original names in a Cookie header. */
export const restoreCookieNames = (cookie: string): string =>
  cookie.replaceAll(new RegExp(`(?<=^|;\\s*)${cookiePrefix}(?=__)`, 'g'), '');
