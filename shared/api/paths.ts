import type { Prefix, RegionId } from '#shared/config/regions.ts';

export type LegalDocument = 'privacy-policy' | 'terms-of-service';
/** Language prefix and region, with which the paths of most pages start. */
export type Place = { readonly prefix: Prefix; readonly region: RegionId };

/**
 * Route patterns of all pages, for the router. User input and the identity of a record are in the query, because the
 * access logs contain the path.
 */
export const patterns = {
  landing: '/:prefix',
  privacyPolicy: '/:prefix/legal-information/privacy-policy',
  termsOfService: '/:prefix/legal-information/terms-of-service',
  home: '/:prefix/:region',
  overview: '/:prefix/:region/overview',
  login: '/:prefix/:region/auth/login',
  setPassword: '/:prefix/:region/auth/set-password',
  changePassword: '/:prefix/:region/auth/change-password',
  requestCode: '/:prefix/:region/auth/forgot-password/request-code',
  resetPassword: '/:prefix/:region/auth/forgot-password/reset-password',
  manageUsers: '/:prefix/:region/admin/manage-users',
  individualUserOperations: '/:prefix/:region/admin/individual-user-operations',
  register: '/:prefix/:region/admin/register',
  registerUsersBulk: '/:prefix/:region/admin/register-users-bulk',
  registrationConfirmed: '/:prefix/:region/admin/registration-confirmed',
  privacyPolicyInRegion: '/:prefix/:region/legal-information/privacy-policy',
  termsOfServiceInRegion: '/:prefix/:region/legal-information/terms-of-service',
  bookRepair: '/:prefix/:region/repairs/book',
  submittedRepairs: '/:prefix/:region/repairs/submitted',
  trackRepair: '/:prefix/:region/repairs/track',
  bookReturn: '/:prefix/:region/returns/book',
  submittedReturns: '/:prefix/:region/returns/submitted',
  device: '/:prefix/:region/devices',
} as const;

export type PageName = keyof typeof patterns;

/** Returns whether a path, with any language and region, matches a pattern. */
export const matchesPattern = (pattern: string, pathname: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

/** Well-known URL that leads password managers to the page for changing a password (W3C); outside any region. */
export const wellKnownChangePassword = '/.well-known/change-password';

/** Pages with a captcha. Only their documents may load it, so links to and from them load a new document. */
export const captchaPages = ['login', 'requestCode', 'resetPassword'] as const satisfies readonly PageName[];

/** Pages for signing in and setting a password; never a destination after signing in. */
export const signInPages = [...captchaPages, 'setPassword'] as const satisfies readonly PageName[];
export type SignInPage = (typeof signInPages)[number];

/** Legal pages within a region, which the application also shows to signed-in users. */
export const legalPagesInRegion = [
  'privacyPolicyInRegion',
  'termsOfServiceInRegion',
] as const satisfies readonly PageName[];

/** Pages that need no session: prerendered documents without React. */
export const publicPages = [
  'landing',
  'privacyPolicy',
  'termsOfService',
  ...legalPagesInRegion,
] as const satisfies readonly PageName[];
export type PublicPage = (typeof publicPages)[number];

/** Returns the end of a page's path, which is the same under any language and region. */
export const toPathSuffix = (name: PageName): string => patterns[name].replace('/:prefix/:region', '');

/**
 * Returns whether a path or pattern belongs to a page with a captcha; CloudFront selects a document's content security
 * policy by it.
 */
export const isCaptchaPage = (path: string): boolean => captchaPages.some((name) => path.endsWith(toPathSuffix(name)));

/** Pages that may use the camera, according to the permissions policy of their documents (docs/decisions/40). */
export const cameraPages = ['bookRepair', 'bookReturn'] as const satisfies readonly PageName[];

/** Returns whether a path belongs to a page whose document may use the camera. */
export const isCameraPage = (path: string): boolean => cameraPages.some((name) => path.endsWith(toPathSuffix(name)));

/**
 * Path prefix of the web worker that reads barcodes. Only this worker may compile WebAssembly, because its file has a
 * content security policy of its own (docs/decisions/40).
 */
export const codeReaderPath = '/assets/code-reader-';

/** Reserved path segment in the position of a region, so that no region can have this name. */
export const legalSegment = 'legal-information';

/** Returns the path of a page at a place. */
export const fillPattern = (pattern: string, values: { readonly prefix: Prefix; readonly region?: RegionId }) =>
  pattern.replace(':prefix', values.prefix).replace(':region', values.region ?? '');

const appendSub = (path: string, sub: string | undefined) =>
  sub === undefined ? path : `${path}?${new URLSearchParams({ sub })}`;

const regionPath = (pattern: string) => (place: Place) => fillPattern(pattern, place);

export const paths = {
  root: () => '/',
  landing: (prefix: Prefix) => fillPattern(patterns.landing, { prefix }),
  legal: (prefix: Prefix, document: LegalDocument) =>
    fillPattern(document === 'privacy-policy' ? patterns.privacyPolicy : patterns.termsOfService, { prefix }),
  home: regionPath(patterns.home),
  overview: regionPath(patterns.overview),
  login: regionPath(patterns.login),
  setPassword: regionPath(patterns.setPassword),
  changePassword: regionPath(patterns.changePassword),
  requestCode: regionPath(patterns.requestCode),
  resetPassword: regionPath(patterns.resetPassword),
  manageUsers: regionPath(patterns.manageUsers),
  individualUserOperations: (place: Place, sub?: string) =>
    appendSub(fillPattern(patterns.individualUserOperations, place), sub),
  register: regionPath(patterns.register),
  registerUsersBulk: regionPath(patterns.registerUsersBulk),
  registrationConfirmed: (place: Place, sub?: string) =>
    appendSub(fillPattern(patterns.registrationConfirmed, place), sub),
  legalInRegion: (place: Place, document: LegalDocument) =>
    fillPattern(
      document === 'privacy-policy' ? patterns.privacyPolicyInRegion : patterns.termsOfServiceInRegion,
      place,
    ),
  bookRepair: regionPath(patterns.bookRepair),
  submittedRepairs: regionPath(patterns.submittedRepairs),
  /** With an RMA number, the page offers to track that repair. */
  trackRepair: (place: Place, rma?: string) =>
    fillPattern(patterns.trackRepair, place) + (rma === undefined ? '' : `?${new URLSearchParams({ rma })}`),
  bookReturn: regionPath(patterns.bookReturn),
  submittedReturns: regionPath(patterns.submittedReturns),
  /** History of a device, by its serial number in any spelling. */
  device: (place: Place, serialNumber: string) =>
    `${fillPattern(patterns.device, place)}?${new URLSearchParams({ serialNumber })}`,
} as const;

/** Path of the cancellation form: one document per language, and per stage, because it names the stage's provider. */
export const toCancellationFormPath = (stage: string, language: string) =>
  `/documents/${stage}/cancellation-form-${language}.pdf`;

/** Returns a page's path without its language prefix, since switching the language is not a navigation. */
export const stripPathPrefix = (pathname: string): string => pathname.split('/').slice(2).join('/');
