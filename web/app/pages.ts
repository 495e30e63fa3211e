import type { ComponentType } from 'react';
import { patterns } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { repairsAudience, returnsAudience } from '#shared/api/policies.ts';
import type { Audience } from '#shared/api/route.ts';
import { loadWithCloudscape } from './cloudscape-texts.ts';

export type Layout = 'default' | 'basic' | 'wide' | 'auth';

export type Page = {
  readonly audience: Audience;
  readonly layout: Layout;
  readonly load: () => Promise<ComponentType>;
  readonly isLogin?: boolean;
  readonly needsReturns?: boolean;
};

type Load = Page['load'];

const plainPage = (audience: Audience, layout: Layout, load: Load): Page => ({ audience, layout, load });
const authPage = (load: Load) => plainPage('anyone', 'auth', load);
const legalPage = (document: 'PrivacyPolicyPage' | 'TermsOfServicePage', layout: Layout) =>
  plainPage('anyone', layout, async () => (await import('#web/features/legal/legal-page.tsx'))[document]);

const cloudscapePage = (audience: Audience, layout: Layout, load: Load): Page =>
  plainPage(audience, layout, loadWithCloudscape(load));
const repairsPage = (layout: Layout, load: Load) => cloudscapePage(repairsAudience, layout, load);
const returnsPage = (load: Load): Page => ({ ...cloudscapePage(returnsAudience, 'wide', load), needsReturns: true });
const adminPage = (layout: Layout, load: Load) => cloudscapePage(['admin'], layout, load);

export const pages: Readonly<Record<PageName, Page>> = {
  landing: plainPage(
    'anyone',
    'basic',
    async () => (await import('#web/features/landing/landing-page.tsx')).LandingPage,
  ),
  privacyPolicy: legalPage('PrivacyPolicyPage', 'basic'),
  termsOfService: legalPage('TermsOfServicePage', 'basic'),
  privacyPolicyInRegion: legalPage('PrivacyPolicyPage', 'default'),
  termsOfServiceInRegion: legalPage('TermsOfServicePage', 'default'),
  home: cloudscapePage('authenticated', 'default', async () => (await import('./home.tsx')).Home),
  login: {
    ...authPage(async () => (await import('#web/features/auth/login-page.tsx')).LoginPage),
    isLogin: true,
  },
  setPassword: {
    ...authPage(async () => (await import('#web/features/auth/set-password-page.tsx')).SetPasswordPage),
    // Going back to this page after setting the password redirects the signed-in user.
    isLogin: true,
  },
  changePassword: plainPage(
    'authenticated',
    'default',
    async () => (await import('#web/features/auth/change-password-page.tsx')).ChangePasswordPage,
  ),
  requestCode: authPage(async () => (await import('#web/features/auth/forgot-password-pages.tsx')).RequestCodePage),
  resetPassword: authPage(async () => (await import('#web/features/auth/forgot-password-pages.tsx')).ResetPasswordPage),
  registerUsersBulk: adminPage(
    'wide',
    async () => (await import('#web/features/users/bulk/register-users-bulk-page.tsx')).RegisterUsersBulkPage,
  ),
  bookRepair: repairsPage(
    'default',
    async () => (await import('#web/features/repairs/book/book-repair-page.tsx')).BookRepairPage,
  ),
  submittedRepairs: repairsPage(
    'wide',
    async () => (await import('#web/features/repairs/submitted-repairs-page.tsx')).SubmittedRepairsPage,
  ),
  trackRepair: cloudscapePage(
    'authenticated',
    'default',
    async () => (await import('#web/features/repairs/track-repair-page.tsx')).TrackRepairPage,
  ),
  bookReturn: returnsPage(async () => (await import('#web/features/returns/book/book-return-page.tsx')).BookReturnPage),
  submittedReturns: returnsPage(
    async () => (await import('#web/features/returns/submitted-returns-page.tsx')).SubmittedReturnsPage,
  ),
  device: repairsPage('default', async () => (await import('./device.tsx')).Device),
  manageUsers: adminPage(
    'wide',
    async () => (await import('#web/features/users/manage-users-page.tsx')).ManageUsersPage,
  ),
  individualUserOperations: adminPage(
    'default',
    async () => (await import('#web/features/users/user/user-operations-page.tsx')).UserOperationsPage,
  ),
  register: adminPage(
    'default',
    async () => (await import('#web/features/users/register/register-pages.tsx')).RegisterPage,
  ),
  registrationConfirmed: adminPage(
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
