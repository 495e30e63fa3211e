import type { ComponentType } from 'react';
import type { SignInPage } from '#shared/api/paths.ts';
import type { Language } from '#shared/config/regions.ts';

/** Functions that load the sign-in pages, each in its own chunk, which its document preloads (web/build/static-pages-plugin.ts). */
export const pageLoaders: Readonly<Record<SignInPage, () => Promise<ComponentType>>> = {
  login: async () => (await import('#web/features/auth/login-page.tsx')).LoginPage,
  setPassword: async () => (await import('#web/features/auth/set-password-page.tsx')).SetPasswordPage,
  requestCode: async () => (await import('#web/features/auth/request-code-page.tsx')).RequestCodePage,
  resetPassword: async () => (await import('#web/features/auth/reset-password-page.tsx')).ResetPasswordPage,
};

/** Functions that load the texts of the prerendered pages by language, each in its own chunk (web/build/static-texts-plugin.ts). */
export const staticTextLoaders: Readonly<Record<Language, () => Promise<{ default: object }>>> = {
  en: () => import('virtual:static-texts/en'),
  de: () => import('virtual:static-texts/de'),
  fr: () => import('virtual:static-texts/fr'),
};
