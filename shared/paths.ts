import type { Prefix, RegionId } from '#shared/regions.ts';

export type LegalDocument = 'privacy-policy' | 'terms-of-service';
export type Place = { readonly prefix: Prefix; readonly region: RegionId };

/** THE pages' addresses, as the router matches them. */
export const patterns = {
  landing: '/:prefix',
  privacyPolicy: '/:prefix/legal-information/privacy-policy',
  termsOfService: '/:prefix/legal-information/terms-of-service',
  home: '/:prefix/:region',
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
  device: '/:prefix/:region/devices/:serialNumber',
} as const;

export type PageName = keyof typeof patterns;

/** Where password managers look for the page that changes a password (W3C). It stands in no region. */
export const wellKnownChangePassword = '/.well-known/change-password';

/** The pages that ask for a tick of the captcha. Only their documents may load it, so the ways to them and away from them load a document. */
export const captchaPages = ['login', 'requestCode', 'resetPassword'] as const satisfies readonly PageName[];

/** What the path of a page ends with, under any language and region. */
export const endingOf = (name: PageName): string => patterns[name].replace('/:prefix/:region', '');

/** Whether a path, or a pattern, is of a page that asks for a tick: as CloudFront decides which content policy a document gets. */
export const isOfCaptcha = (path: string): boolean => captchaPages.some((name) => path.endsWith(endingOf(name)));

/** A segment that no region can be called, since it stands where a region would. */
export const legalSegment = 'legal-information';

const fill = (pattern: string, values: { readonly prefix: Prefix; readonly region?: RegionId }) =>
  pattern.replace(':prefix', values.prefix).replace(':region', values.region ?? '');

const withSub = (path: string, sub: string | undefined) =>
  sub === undefined ? path : `${path}?${new URLSearchParams({ sub })}`;

const inRegion = (pattern: string) => (at: Place) => fill(pattern, at);

export const paths = {
  root: () => '/',
  landing: (prefix: Prefix) => fill(patterns.landing, { prefix }),
  legal: (prefix: Prefix, document: LegalDocument) =>
    fill(document === 'privacy-policy' ? patterns.privacyPolicy : patterns.termsOfService, { prefix }),
  home: inRegion(patterns.home),
  login: inRegion(patterns.login),
  setPassword: inRegion(patterns.setPassword),
  changePassword: inRegion(patterns.changePassword),
  requestCode: inRegion(patterns.requestCode),
  resetPassword: inRegion(patterns.resetPassword),
  manageUsers: inRegion(patterns.manageUsers),
  individualUserOperations: (at: Place, sub?: string) => withSub(fill(patterns.individualUserOperations, at), sub),
  register: inRegion(patterns.register),
  registerUsersBulk: inRegion(patterns.registerUsersBulk),
  registrationConfirmed: (at: Place, sub?: string) => withSub(fill(patterns.registrationConfirmed, at), sub),
  legalInRegion: (at: Place, document: LegalDocument) =>
    fill(document === 'privacy-policy' ? patterns.privacyPolicyInRegion : patterns.termsOfServiceInRegion, at),
  bookRepair: inRegion(patterns.bookRepair),
  submittedRepairs: inRegion(patterns.submittedRepairs),
  /** With an RMA number the page offers that repair's tracking. */
  trackRepair: (at: Place, rma?: string) =>
    fill(patterns.trackRepair, at) + (rma === undefined ? '' : `?${new URLSearchParams({ rma })}`),
  bookReturn: inRegion(patterns.bookReturn),
  submittedReturns: inRegion(patterns.submittedReturns),
  /** What a device has been through, by its serial number in any spelling. */
  device: (at: Place, serialNumber: string) =>
    fill(patterns.device, at).replace(':serialNumber', encodeURIComponent(serialNumber)),
} as const;

/** Where the cancellation form lies: one document per language, and per stage, whose provider it is addressed to. */
export const cancellationForm = (stage: string, language: string) =>
  `/documents/${stage}/cancellation-form-${language}.pdf`;

/** A page's path without its language: switching that is no navigation. */
export const pageOf = (pathname: string): string => pathname.split('/').slice(2).join('/');
