/** Only our own page can send this header: a form or a foreign site would need a preflight, which nothing answers. */
export const requestHeader = { name: 'x-portal-request', value: '1' } as const;

/** Only our own CloudFront sends this header; the API's own address stays public. */
export const originSecretHeader = 'x-origin-secret';

/** In which CloudFront tells the API the host that the browser asked; whatever a browser sends under this name is overwritten. */
export const viewerHostHeader = 'x-viewer-host';

/** In which CloudFront tells the API the IP address of the browser; as the host, nobody else can. */
export const viewerAddressHeader = 'x-viewer-address';

/** Where CloudFront serves the API, and the name of the API's stage. */
export const apiStage = 'api';

/** Where the page finds what differs by stage. */
export const webConfigPath = '/config.json';

/** Where strangers look for whom to tell of a weakness (RFC 9116). */
export const securityTextPath = '/.well-known/security.txt';

/** The route that tells who is signed in: the page asks it while its own code is still on the way. */
export const sessionPath = '/auth/{region}/session';
