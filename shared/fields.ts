import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { regionIds } from './regions.ts';
import { emailPattern, tidyEmail } from './text/email-address.ts';
import { tidyText, withoutInvisible } from './text/invisible-characters.ts';
import { tidyStoreId } from './text/store-id.ts';

/** Field schemas that more than one route uses. Each string is trimmed (passwords never) and has a maximum. */

// What nobody can see on a label: control, format, private-use signs, blank letters (Hangul fillers, empty Braille).
export const unseenSigns = String.raw`\p{C}\p{Variation_Selector}\u2028\u2029\u115F\u1160\u3164\uFFA0\u2800`;
export const unseen = new RegExp(`[${unseenSigns}]`, 'gu');

const visibleLine = new RegExp(`^[^${unseenSigns}]*$`, 'u');

/** Whether all signs of a text can be seen, and stand in one line. */
export const isVisibleLine = (text: string): boolean => visibleLine.test(text);

export const region = z.enum(regionIds);

/** One tidied line that may be blank. Control characters and blank letters are refused. */
export const line = (maxLength: number) =>
  z.string().check(z.overwrite(tidyText), z.maxLength(maxLength), z.regex(visibleLine));
/** The same, but not blank. */
export const requiredLine = (maxLength: number) => line(maxLength).check(z.minLength(1));
/** An email address in small letters, with its domain in punycode. */
export const email = z
  .string()
  .check(z.overwrite(tidyEmail), z.minLength(1), z.maxLength(limits.text.email), z.email({ pattern: emailPattern }));

/** A password to sign in with: whatever was typed, to the letter. */
export const currentPassword = z.string().check(z.minLength(1), z.maxLength(limits.password.maxLength));

const withoutSpaces = z.overwrite<string>((typed) => withoutInvisible(typed).replaceAll(/\s/g, ''));

/** The code of an email; spaces that came along when it was copied, or that somebody reads it by, don't count. */
export const verificationCode = z.string().check(withoutSpaces, z.minLength(1), z.maxLength(20), z.regex(/^\d+$/));

/** Six digits of an authenticator app, which shows them with a space in between. */
export const oneTimeCode = z.string().check(withoutSpaces, z.minLength(1), z.maxLength(6), z.regex(/^\d{6}$/));

/** Letters, digits and the few signs a path parameter may have, so that it never ends a composed key. */
export const storeId = z
  .string()
  .check(z.overwrite(tidyStoreId), z.minLength(1), z.maxLength(limits.text.storeId), z.regex(/^[A-Za-z0-9._~-]+$/));

export const storeName = requiredLine(limits.text.storeName);

/** Cognito's name of a user. */
export const sub = z.uuid();

export const storeRefNo = requiredLine(limits.text.storeRefNo);

export const calendarDate = z.iso.date();
export const instant = z.iso.datetime();

export const catalogueKey = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.text.catalogueKey), z.regex(/^[a-z0-9-]+$/));

/** How many rows a page of a list has, as an address says it. */
export const pageSize = z._default(
  z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.page.max)),
  limits.page.default,
);

/** Opaque to the caller: where the last page ended. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(limits.text.cursor), z.regex(/^[A-Za-z0-9_-]+$/));

/** Where the server lets a file wait to be read: made by the server, opaque to the page. */
export const uploadKey = z
  .string()
  .check(z.minLength(1), z.maxLength(limits.text.uploadKey), z.regex(/^[A-Za-z0-9/_.-]+$/));
