import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { regionIds } from './regions.ts';

/** Field schemas that more than one route uses. Each string is trimmed (passwords never) and has a maximum. */

// No control, format, surrogate or private-use characters: what nobody can see on a label is refused.
const visibleLine = /^[^\p{C}\u2028\u2029]*$/u;
const visibleText = /^(?:[^\p{C}\u2028\u2029]|[\n\r\t])*$/u;

export const region = z.enum(regionIds);

export const line = (maxLength: number) => z.string().check(z.trim(), z.maxLength(maxLength), z.regex(visibleLine));
export const requiredLine = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength), z.regex(visibleLine));
export const text = (maxLength: number) => z.string().check(z.trim(), z.maxLength(maxLength), z.regex(visibleText));

export const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.text.email), z.toLowerCase(), z.email());

/** A password to sign in with: whatever was typed, to the letter. */
export const currentPassword = z.string().check(z.minLength(1), z.maxLength(limits.password.maxLength));

/** Letters, digits and the few signs a path parameter may have, so that it never ends a composed key. */
export const storeId = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.text.storeId), z.regex(/^[A-Za-z0-9._~-]+$/));

export const storeRefNo = requiredLine(limits.text.storeRefNo);

/** Upper-cased; blank where a rule allows none. */
export const serialNumber = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.maxLength(limits.text.serialNumber), z.regex(/^[A-Z0-9-]*$/));

export const calendarDate = z.iso.date();
export const instant = z.iso.datetime();

export const catalogueKey = z.string().check(z.minLength(1), z.maxLength(limits.text.catalogueKey), z.regex(/^[a-z0-9-]+$/));

/** Opaque to the caller: where the last page ended. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(limits.text.cursor), z.regex(/^[A-Za-z0-9_-]+$/));
