import * as z from 'zod/mini';
import { limits } from '#shared/config/limits.ts';
import { toAsciiSigns } from './ascii-signs.ts';
import { tidyText } from './invisible-characters.ts';
import { stripSerialLabel } from './label-marks.ts';

/**
 * Normalizes a code from a label: removes the spaces between its groups and invisible characters of copied text, and converts
 * full-width characters and dashes to ASCII. Control characters are kept, because a line break separates two numbers.
 */
export const compactCode = (typed: string): string => toAsciiSigns(tidyText(typed).replaceAll(/\p{Zs}/gu, ''));

/**
 * Serial number without label and scanner marks, in upper case; may be blank, as some rules allow. The pattern is
 * checked before the conversion, which turns ß into SS. Hyphens alone are rejected.
 */
export const serialNumber = z.string().check(
  z.overwrite((typed) => compactCode(stripSerialLabel(typed))),
  z.maxLength(limits.text.serialNumber),
  z.regex(/^(?:-*[A-Za-z0-9][A-Za-z0-9-]*)?$/),
  z.toUpperCase(),
);
