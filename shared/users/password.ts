import * as z from 'zod/mini';
import { limits } from '#shared/config/limits.ts';

/** Characters that Cognito counts as symbols; a space counts inside a password, but not at its ends. */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`+=-]|(?<=\S) (?=\S)/;

/** Rules of a new password, each displayed while typing; texts under `password.rules` in the locales. */
export const passwordRules = {
  length: (password: string) => password.length >= limits.password.minLength,
  lower: (password: string) => /[a-z]/.test(password),
  upper: (password: string) => /[A-Z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  symbol: (password: string) => symbol.test(password),
} as const;

export type PasswordRule = keyof typeof passwordRules;

const isStrongPassword = (password: string): boolean => Object.values(passwordRules).every((isMet) => isMet(password));

/** New password, exactly as typed and never trimmed. */
export const newPassword = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.password.maxLength), z.refine(isStrongPassword, 'password'));
