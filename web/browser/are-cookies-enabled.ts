/**
 * Returns whether the browser stores cookies. The language cookie is always set (path-middleware.ts);
 * `navigator.cookieEnabled` alone is true in Chromium even if its settings block cookies.
 */
export const areCookiesEnabled = () => navigator.cookieEnabled && document.cookie !== '';
