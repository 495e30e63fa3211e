import type { Language } from '#shared/config/regions.ts';
import type { Interval, Period } from '#shared/statistics/overview.ts';
import de from './overview.de.json' with { type: 'json' };
import en from './overview.en.json' with { type: 'json' };
import fr from './overview.fr.json' with { type: 'json' };

/** Texts of the overview. In separate files, so that only this page loads them. */
export type OverviewTexts = typeof en;

en satisfies { period: Record<Period, string>; turnaround: { intervals: Record<Interval, string> } };

export const overviewTexts = { en, de, fr } as const satisfies Record<Language, OverviewTexts>;
