import * as z from 'zod/mini';
import { invisibleCharacters } from '#shared/api/fields.ts';

// Emoji, Persian and Indic scripts use invisible joiners and variation selectors, which are valid after a visible
// character.
const joiners = String.raw`\u200C\u200D\uFE0E\uFE0F`;
const nonJoiningCharacters = new RegExp(`(?![${joiners}\\n\\r\\t])[${invisibleCharacters}]`, 'gu');
const strayJoiners = new RegExp(`(?<!\\S)[${joiners}]+`, 'gu');
const proseLine = new RegExp(`^(?:[^${invisibleCharacters}][${joiners}]*)*$`, 'u');
const proseText = new RegExp(`^(?:[^${invisibleCharacters}][${joiners}]*|[\\n\\r\\t])*$`, 'u');
const tidyProse = z.overwrite<string>((text) =>
  text
    .replaceAll(/[\v\f\u0085\u2028\u2029]/g, ' ')
    .replaceAll(nonJoiningCharacters, '')
    .replaceAll(strayJoiners, '')
    .trim(),
);

/** Single line of prose, not blank: emoji and all scripts, without invisible characters. */
export const requiredProse = (maxLength: number) =>
  z.string().check(tidyProse, z.minLength(1), z.maxLength(maxLength), z.regex(proseLine));
/** Prose with line breaks and tabs as typed; may be blank. */
export const multilineProse = (maxLength: number) =>
  z.string().check(tidyProse, z.maxLength(maxLength), z.regex(proseText));
