import * as z from 'zod/mini';
import { withoutSerialLabel } from '#shared/label-marks.ts';
import { limits } from '#shared/limits.ts';
import { toAsciiSigns } from './ascii-signs.ts';
import { tidyText } from './invisible-characters.ts';

/**
 * Removes the blanks that a label has between groups and what came along when it was copied, and writes the other signs in ASCII. Control
 * characters stay: a line break stands between two numbers.
 */
export const withoutBlanks = (typed: string): string => toAsciiSigns(tidyText(typed).replaceAll(/\p{Zs}/gu, ''));

/** Without its label and scanner marks, upper-cased; blank where a rule allows none. The pattern comes first: upper-casing makes SS of ß. No number is made of hyphens alone. */
export const serialNumber = z.string().check(
  z.overwrite((typed) => withoutBlanks(withoutSerialLabel(typed))),
  z.maxLength(limits.text.serialNumber),
  z.regex(/^(?:-*[A-Za-z0-9][A-Za-z0-9-]*)?$/),
  z.toUpperCase(),
);
