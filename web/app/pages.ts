import type { ComponentType } from 'react';
import { patterns } from '#shared/api/paths.ts';
import type { legalPagesInRegion, PageName, PublicPage, SignInPage } from '#shared/api/paths.ts';
import { bookingAudience, repairsAudience, returnsAudience } from '#shared/api/policies.ts';
import type { Audience } from '#shared/api/route.ts';
import { loadWithCloudscape } from './load-with-cloudscape.ts';

/** `basic` has neither the drawer nor the session in the top bar; `wide` has wider content, for tables. */
export type Layout = 'default' | 'basic' | 'wide';

export type Page = {
  readonly audience: Audience;
  readonly layout: Exclude<Layout, 'basic'>;
  readonly load: () => Promise<ComponentType>;
  readonly needsReturns?: boolean;
};

/** Name of a page that the application renders; all other pages are prerendered documents. */
export type ApplicationPageName = Exclude<PageName, SignInPage | PublicPage> | (typeof legalPagesInRegion)[number];

export const pages: Readonly<Record<ApplicationPageName, Page>> = {
  privacyPolicyInRegion: {
    audience: 'anyone',
    layout: 'default',
    load: async () => (await import('#web/features/legal/legal-page.tsx')).PrivacyPolicyPage,
  },
  termsOfServiceInRegion: {
    audience: 'anyone',
    layout: 'default',
    load: async () => (await import('#web/features/legal/legal-page.tsx')).TermsOfServicePage,
  },
  home: {
    audience: 'authenticated',
    layout: 'default',
    load: loadWithCloudscape(async () => (await import('./home.tsx')).Home),
  },
  overview: {
    audience: bookingAudience,
    layout: 'wide',
    load: loadWithCloudscape(async () => (await import('./home.tsx')).Overview),
  },
  changePassword: {
    audience: 'authenticated',
    layout: 'default',
    load: async () => (await import('#web/features/auth/change-password-page.tsx')).ChangePasswordPage,
  },
  registerUsersBulk: {
    audience: ['admin'],
    layout: 'wide',
    load: loadWithCloudscape(
      async () => (await import('#web/features/users/bulk/register-users-bulk-page.tsx')).RegisterUsersBulkPage,
    ),
  },
  bookRepair: {
    audience: repairsAudience,
    layout: 'default',
    load: loadWithCloudscape(
      async () => (await import('#web/features/repairs/book/book-repair-page.tsx')).BookRepairPage,
    ),
  },
  submittedRepairs: {
    audience: repairsAudience,
    layout: 'wide',
    load: loadWithCloudscape(
      async () => (await import('#web/features/repairs/submitted-repairs-page.tsx')).SubmittedRepairsPage,
    ),
  },
  trackRepair: {
    audience: 'authenticated',
    layout: 'default',
    load: loadWithCloudscape(async () => (await import('#web/features/repairs/track-repair-page.tsx')).TrackRepairPage),
  },
  bookReturn: {
    audience: returnsAudience,
    layout: 'wide',
    load: loadWithCloudscape(
      async () => (await import('#web/features/returns/book/book-return-page.tsx')).BookReturnPage,
    ),
    needsReturns: true,
  },
  submittedReturns: {
    audience: returnsAudience,
    layout: 'wide',
    load: loadWithCloudscape(
      async () => (await import('#web/features/returns/submitted-returns-page.tsx')).SubmittedReturnsPage,
    ),
    needsReturns: true,
  },
  device: {
    audience: repairsAudience,
    layout: 'default',
    load: loadWithCloudscape(async () => (await import('./device.tsx')).Device),
  },
  manageUsers: {
    audience: ['admin'],
    layout: 'wide',
    load: loadWithCloudscape(async () => (await import('#web/features/users/manage-users-page.tsx')).ManageUsersPage),
  },
  individualUserOperations: {
    audience: ['admin'],
    layout: 'default',
    load: loadWithCloudscape(
      async () => (await import('#web/features/users/user/user-operations-page.tsx')).UserOperationsPage,
    ),
  },
  register: {
    audience: ['admin'],
    layout: 'default',
    load: loadWithCloudscape(
      async () => (await import('#web/features/users/register/register-pages.tsx')).RegisterPage,
    ),
  },
  registrationConfirmed: {
    audience: ['admin'],
    layout: 'default',
    load: loadWithCloudscape(
      async () => (await import('#web/features/users/register/register-pages.tsx')).RegistrationConfirmedPage,
    ),
  },
};

export type ApplicationPage = Page & { readonly name: ApplicationPageName; readonly pattern: string };

export const applicationPages: readonly ApplicationPage[] = (Object.keys(pages) as ApplicationPageName[]).map(
  (name) => ({
    ...pages[name],
    name,
    pattern: patterns[name],
  }),
);
