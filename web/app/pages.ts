import type { ComponentType } from 'react';
import { patterns } from '#shared/paths.ts';
import type { PageName } from '#shared/paths.ts';
import { repairsAudience, returnsAudience } from '#shared/policies.ts';
import type { Audience } from '#shared/route.ts';
import { withCloudscape } from './with-cloudscape.ts';

export type Layout = 'default' | 'basic' | 'wide' | 'auth';

export type Page = {
  readonly audience: Audience;
  readonly layout: Layout;
  /** Its chunk. */
  readonly load: () => Promise<ComponentType>;
  readonly isLogin?: boolean;
  /** Only where the region has returns. */
  readonly needsReturns?: boolean;
};

const legal = (document: 'PrivacyPolicyPage' | 'TermsOfServicePage', layout: Layout): Page => ({
  audience: 'anyone',
  layout,
  load: async () => (await import('#web/features/legal/legal-page.tsx'))[document],
});

/** THE pages that exist: who may open each, in which layout, from which chunk. Router, guard, prefetch and navigation read it. */
export const pages: Readonly<Record<PageName, Page>> = {
  landing: {
    audience: 'anyone',
    layout: 'basic',
    load: async () => (await import('#web/features/landing/landing-page.tsx')).LandingPage,
  },
  privacyPolicy: legal('PrivacyPolicyPage', 'basic'),
  termsOfService: legal('TermsOfServicePage', 'basic'),
  privacyPolicyInRegion: legal('PrivacyPolicyPage', 'default'),
  termsOfServiceInRegion: legal('TermsOfServicePage', 'default'),
  home: {
    audience: 'authenticated',
    layout: 'default',
    load: withCloudscape(async () => (await import('./home.tsx')).Home),
  },
  login: {
    audience: 'anyone',
    layout: 'auth',
    isLogin: true,
    load: async () => (await import('#web/features/auth/login-page.tsx')).LoginPage,
  },
  setPassword: {
    audience: 'anyone',
    layout: 'auth',
    // Whoever goes back after the password is set is signed in.
    isLogin: true,
    load: async () => (await import('#web/features/auth/set-password-page.tsx')).SetPasswordPage,
  },
  changePassword: {
    audience: 'authenticated',
    layout: 'default',
    load: async () => (await import('#web/features/auth/change-password-page.tsx')).ChangePasswordPage,
  },
  requestCode: {
    audience: 'anyone',
    layout: 'auth',
    load: async () => (await import('#web/features/auth/request-code-page.tsx')).RequestCodePage,
  },
  resetPassword: {
    audience: 'anyone',
    layout: 'auth',
    load: async () => (await import('#web/features/auth/reset-password-page.tsx')).ResetPasswordPage,
  },
  registerUsersBulk: {
    audience: ['admin'],
    layout: 'wide',
    load: withCloudscape(
      async () => (await import('#web/features/users/bulk/register-users-bulk-page.tsx')).RegisterUsersBulkPage,
    ),
  },
  bookRepair: {
    audience: repairsAudience,
    layout: 'default',
    load: withCloudscape(async () => (await import('#web/features/repairs/book/book-repair-page.tsx')).BookRepairPage),
  },
  submittedRepairs: {
    audience: repairsAudience,
    layout: 'wide',
    load: withCloudscape(
      async () => (await import('#web/features/repairs/submitted-repairs-page.tsx')).SubmittedRepairsPage,
    ),
  },
  trackRepair: {
    audience: 'authenticated',
    layout: 'default',
    load: withCloudscape(async () => (await import('#web/features/repairs/track-repair-page.tsx')).TrackRepairPage),
  },
  bookReturn: {
    audience: returnsAudience,
    layout: 'wide',
    needsReturns: true,
    load: withCloudscape(async () => (await import('#web/features/returns/book/book-return-page.tsx')).BookReturnPage),
  },
  submittedReturns: {
    audience: returnsAudience,
    layout: 'wide',
    needsReturns: true,
    load: withCloudscape(
      async () => (await import('#web/features/returns/submitted-returns-page.tsx')).SubmittedReturnsPage,
    ),
  },
  device: {
    audience: repairsAudience,
    layout: 'default',
    load: withCloudscape(async () => (await import('./device.tsx')).Device),
  },
  manageUsers: {
    audience: ['admin'],
    layout: 'wide',
    load: withCloudscape(async () => (await import('#web/features/users/manage-users-page.tsx')).ManageUsersPage),
  },
  individualUserOperations: {
    audience: ['admin'],
    layout: 'default',
    load: withCloudscape(
      async () => (await import('#web/features/users/user/user-operations-page.tsx')).UserOperationsPage,
    ),
  },
  register: {
    audience: ['admin'],
    layout: 'default',
    load: withCloudscape(async () => (await import('#web/features/users/register/register-page.tsx')).RegisterPage),
  },
  registrationConfirmed: {
    audience: ['admin'],
    layout: 'default',
    load: withCloudscape(
      async () =>
        (await import('#web/features/users/register/registration-confirmed-page.tsx')).RegistrationConfirmedPage,
    ),
  },
};

export type ExistingPage = Page & { readonly name: PageName; readonly pattern: string };

export const existingPages: readonly ExistingPage[] = (Object.keys(patterns) as PageName[]).flatMap((name) => {
  const page = pages[name];
  return page ? [{ ...page, name, pattern: patterns[name] }] : [];
});
