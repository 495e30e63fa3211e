import * as z from 'zod/mini';
import { limits } from '#shared/config/limits.ts';
import { regionIds } from '#shared/config/regions.ts';
import { tidyStoreId } from '#shared/stores/store-id.ts';
import { emailPattern, tidyEmail } from '#shared/text/email-address.ts';
import { tidyText, removeInvisible } from '#shared/text/invisible-characters.ts';

/** Field schemas shared by several routes. Each string has a maximum length and, except for passwords, is trimmed. */

// Characters that are invisible on a label: control, format and private-use characters, and blank letters (Hangul
// fillers, empty Braille).
export const invisibleCharacters = String.raw`\p{C}\p{Variation_Selector}\u2028\u2029\u115F\u1160\u3164\uFFA0\u2800`;
export const invisibleCharacterPattern = new RegExp(`[${invisibleCharacters}]`, 'gu');

const visibleLine = new RegExp(`^[^${invisibleCharacters}]*$`, 'u');

/** Returns whether a text is a single line of visible characters. */
export const isVisibleLine = (text: string): boolean => visibleLine.test(text);

export const region = z.enum(regionIds);

/** Single trimmed line, may be blank. Control characters and blank letters are rejected. */
export const line = (maxLength: number) =>
  z.string().check(z.overwrite(tidyText), z.maxLength(maxLength), z.regex(visibleLine));
/** Single trimmed line, not blank. */
export const requiredLine = (maxLength: number) => line(maxLength).check(z.minLength(1));
/** Email address in lower case, with its domain in punycode. */
export const email = z
  .string()
  .check(z.overwrite(tidyEmail), z.minLength(1), z.maxLength(limits.text.email), z.email({ pattern: emailPattern }));

/** Password to sign in with, exactly as typed. */
export const currentPassword = z.string().check(z.minLength(1), z.maxLength(limits.password.maxLength));

const removeSpaces = z.overwrite<string>((typed) => removeInvisible(typed).replaceAll(/\s/g, ''));

/** Verification code from an email; spaces from copying or for readability are removed. */
export const verificationCode = z.string().check(removeSpaces, z.minLength(1), z.maxLength(20), z.regex(/^\d+$/));

/** Six digits from an authenticator app, which displays them with a space in between. */
export const oneTimeCode = z.string().check(removeSpaces, z.minLength(1), z.maxLength(6), z.regex(/^\d{6}$/));

/**
 * Store id of letters, digits and the punctuation allowed in a path, which excludes the separator `#` of composite keys.
 */
export const storeId = z
  .string()
  .check(z.overwrite(tidyStoreId), z.minLength(1), z.maxLength(limits.text.storeId), z.regex(/^[A-Za-z0-9._~-]+$/));

export const storeName = requiredLine(limits.text.storeName);

/** Cognito's ID of a user. */
export const sub = z.uuid();

export const storeRefNo = requiredLine(limits.text.storeRefNo);

export const calendarDate = z.iso.date();
export const instant = z.iso.datetime();

export const catalogueKey = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.text.catalogueKey), z.regex(/^[a-z0-9-]+$/));

/** Page size of a list, as a query parameter. */
export const pageSize = z._default(
  z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.page.max)),
  limits.page.default,
);

/** Position after the last page that was read; opaque to the caller. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(limits.text.cursor), z.regex(/^[A-Za-z0-9_-]+$/));

/** S3 key of an upload, created by the server and opaque to the page. */
export const uploadKey = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.text.uploadKey), z.regex(/^[A-Za-z0-9/_.-]+$/));
