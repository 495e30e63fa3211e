/** On CloudFront the browser speaks TLS. Here it does not, and WebKit keeps no cookie then that is Secure or is named `__Host-…` or `__Secure-…`. */

/** Begins a cookie's name whose prefix is only kept with TLS. */
export const mark = 'without-tls-';

// Chromium and Firefox take localhost for secure; Chromium calls itself AppleWebKit, too.
const keepsSecure = (userAgent: string) => !userAgent.includes('AppleWebKit/') || /Chrom(e|ium)\//.test(userAgent);

/** Set-Cookie values in a form that this browser keeps. */
export const keptCookies = (userAgent: string, setCookie: readonly string[]): string[] =>
  keepsSecure(userAgent)
    ? [...setCookie]
    : setCookie.map((value) =>
        value.replace(/^(?=__(?:Host|Secure)-)/i, mark).replaceAll(/;\s*Secure\s*(?=;|$)/gi, ''),
      );

/** A Cookie header with the names that were given. */
export const givenCookies = (cookie: string): string =>
  cookie.replaceAll(new RegExp(`(?<=^|;\\s*)${mark}(?=__)`, 'g'), '');
