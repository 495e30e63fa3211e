import type { Language } from '#shared/config/regions.ts';
import type { Role } from '#shared/users/groups.ts';
import de from './emails.de.json' with { type: 'json' };
import en from './emails.en.json' with { type: 'json' };
import fr from './emails.fr.json' with { type: 'json' };

/** Texts of emails. In separate files, so that email functions don't bundle the page's texts, and vice versa. */
export type EmailTexts = typeof en;

// The compiler checks that every role has a name.
en satisfies { notice: { roles: { names: Record<Role, string> } } };

export const emailTexts = { en, de, fr } as const satisfies Record<Language, EmailTexts>;
