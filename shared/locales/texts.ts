import type { ErrorCode, ValidationRule } from '#shared/api/errors.ts';
import type { Language } from '#shared/config/regions.ts';
import type { IssueKey } from '#shared/repairs/content.ts';
import de from './de.json' with { type: 'json' };
import { en } from './en.ts';
import fr from './fr.json' with { type: 'json' };

/**
 * All texts of the user interface, by key. English defines the keys; the compiler checks the other languages against
 * them.
 */
export type Texts = typeof en;

export type TextKey = Leaves<Texts>;

type Leaves<T, Path extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends string ? `${Path}${Key}` : Leaves<T[Key], `${Path}${Key}.`>;
}[keyof T & string];

en satisfies {
  errors: Record<ErrorCode, string>;
  validation: Record<ValidationRule, string>;
  repairs: { issues: Record<IssueKey, string> };
};

export const texts = { en, de, fr } as const satisfies Record<Language, Texts>;
