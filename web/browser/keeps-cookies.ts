/** Whether cookies are kept. That of the language always is (address-middleware.ts); Chromium says it keeps them also where its settings refuse them. */
export const keepsCookies = () => navigator.cookieEnabled && document.cookie !== '';
