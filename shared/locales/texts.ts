import type { ErrorCode, ValidationRule } from '#shared/api/errors.ts';
import type { Language } from '#shared/config/regions.ts';
import type { IssueKey } from '#shared/repairs/content.ts';
import pageTextsDe from './de.json' with { type: 'json' };
import { en as pageTextsEn } from './en.ts';
import pageTextsFr from './fr.json' with { type: 'json' };
import scanDe from './scan.de.json' with { type: 'json' };
import scanEn from './scan.en.json' with { type: 'json' };
import scanFr from './scan.fr.json' with { type: 'json' };

/**
 * Texts about scanning are in separate files, which only the booking pages load (web/components/scan/scan-texts.ts).
 */
const en = { ...pageTextsEn, scan: scanEn };
const de = { ...pageTextsDe, scan: scanDe };
const fr = { ...pageTextsFr, scan: scanFr };

/**
 * All texts of the user interface, by key. English defines the keys; the compiler checks the other languages against
 * them.
 */
export type Texts = typeof en;

export type TextKey = Leaves<Texts>;

/** Paths of the texts of an object, such as `home.title`. */
export type Leaves<T, Path extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends string ? `${Path}${Key}` : Leaves<T[Key], `${Path}${Key}.`>;
}[keyof T & string];

en satisfies {
  errors: Record<ErrorCode, string>;
  validation: Record<ValidationRule, string>;
  repairs: { issues: Record<IssueKey, string> };
};

export const texts = { en, de, fr } as const satisfies Record<Language, Texts>;
