/**
 * CSRF protection: a form cannot send this header, and another site would need a preflight request, which the API does
 * not answer.
 */
export const requestHeader = { name: 'x-portal-request', value: '1' } as const;

/** Header that only CloudFront sends; proves that a request was not sent directly to the API's own public URL. */
export const originSecretHeader = 'x-origin-secret';

/** Original Host header, set by CloudFront, which overwrites values sent by clients. */
export const viewerHostHeader = 'x-viewer-host';

/** IP address of the client, set by CloudFront, which overwrites values sent by clients. */
export const viewerIpHeader = 'x-viewer-address';

/** Path under which CloudFront serves the API, and the name of the API's stage. */
export const apiStage = 'api';

/** Path of the page's settings that depend on the stage. */
export const webConfigPath = '/config.json';

/** Path of the contact for reporting vulnerabilities (RFC 9116). */
export const securityTextPath = '/.well-known/security.txt';
