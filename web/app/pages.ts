import type { ComponentType } from 'react';
import { patterns } from '#shared/paths.ts';
import type { PageName } from '#shared/paths.ts';
import { repairsAudience, returnsAudience } from '#shared/policies.ts';
import type { Audience } from '#shared/route.ts';
import { withCloudscape } from './cloudscape-texts.ts';

export type Layout = 'default' | 'basic' | 'wide' | 'auth';

export type Page = {
  readonly audience: Audience;
  readonly layout: Layout;
  readonly load: () => Promise<ComponentType>;
  readonly isLogin?: boolean;
  readonly needsReturns?: boolean;
};

type Load = Page['load'];

const plain = (audience: Audience, layout: Layout, load: Load): Page => ({ audience, layout, load });
const wayIn = (load: Load) => plain('anyone', 'auth', load);
const legal = (document: 'PrivacyPolicyPage' | 'TermsOfServicePage', layout: Layout) =>
  plain('anyone', layout, async () => (await import('#web/features/legal/legal-page.tsx'))[document]);

const page = (audience: Audience, layout: Layout, load: Load): Page => plain(audience, layout, withCloudscape(load));
const forRepairs = (layout: Layout, load: Load) => page(repairsAudience, layout, load);
const forReturns = (load: Load): Page => ({ ...page(returnsAudience, 'wide', load), needsReturns: true });
const forAdmins = (layout: Layout, load: Load) => page(['admin'], layout, load);

export const pages: Readonly<Record<PageName, Page>> = {
  landing: plain('anyone', 'basic', async () => (await import('#web/features/landing/landing-page.tsx')).LandingPage),
  privacyPolicy: legal('PrivacyPolicyPage', 'basic'),
  termsOfService: legal('TermsOfServicePage', 'basic'),
  privacyPolicyInRegion: legal('PrivacyPolicyPage', 'default'),
  termsOfServiceInRegion: legal('TermsOfServicePage', 'default'),
  home: page('authenticated', 'default', async () => (await import('./home.tsx')).Home),
  login: {
    ...wayIn(async () => (await import('#web/features/auth/login-page.tsx')).LoginPage),
    isLogin: true,
  },
  setPassword: {
    ...wayIn(async () => (await import('#web/features/auth/set-password-page.tsx')).SetPasswordPage),
    // Whoever goes back after the password is set is signed in.
    isLogin: true,
  },
  changePassword: plain(
    'authenticated',
    'default',
    async () => (await import('#web/features/auth/change-password-page.tsx')).ChangePasswordPage,
  ),
  requestCode: wayIn(async () => (await import('#web/features/auth/forgot-password-pages.tsx')).RequestCodePage),
  resetPassword: wayIn(async () => (await import('#web/features/auth/forgot-password-pages.tsx')).ResetPasswordPage),
  registerUsersBulk: forAdmins(
    'wide',
    async () => (await import('#web/features/users/bulk/register-users-bulk-page.tsx')).RegisterUsersBulkPage,
  ),
  bookRepair: forRepairs(
    'default',
    async () => (await import('#web/features/repairs/book/book-repair-page.tsx')).BookRepairPage,
  ),
  submittedRepairs: forRepairs(
    'wide',
    async () => (await import('#web/features/repairs/submitted-repairs-page.tsx')).SubmittedRepairsPage,
  ),
  trackRepair: page(
    'authenticated',
    'default',
    async () => (await import('#web/features/repairs/track-repair-page.tsx')).TrackRepairPage,
  ),
  bookReturn: forReturns(async () => (await import('#web/features/returns/book/book-return-page.tsx')).BookReturnPage),
  submittedReturns: forReturns(
    async () => (await import('#web/features/returns/submitted-returns-page.tsx')).SubmittedReturnsPage,
  ),
  device: forRepairs('default', async () => (await import('./device.tsx')).Device),
  manageUsers: forAdmins(
    'wide',
    async () => (await import('#web/features/users/manage-users-page.tsx')).ManageUsersPage,
  ),
  individualUserOperations: forAdmins(
    'default',
    async () => (await import('#web/features/users/user/user-operations-page.tsx')).UserOperationsPage,
  ),
  register: forAdmins(
    'default',
    async () => (await import('#web/features/users/register/register-pages.tsx')).RegisterPage,
  ),
  registrationConfirmed: forAdmins(
    'default',
    async () => (await import('#web/features/users/register/register-pages.tsx')).RegistrationConfirmedPage,
  ),
};

export type ExistingPage = Page & { readonly name: PageName; readonly pattern: string };

export const existingPages: readonly ExistingPage[] = (Object.keys(patterns) as PageName[]).map((name) => ({
  ...pages[name],
  name,
  pattern: patterns[name],
}));
