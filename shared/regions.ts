import type { RegionGroup } from './groups.ts';

/** The interface languages, one per prefix. `locale` is BCP 47, and the one Cloudscape's own texts and dates are in. */
export const prefixes = {
  UK: { locale: 'en-GB', language: 'en' },
  DE: { locale: 'de-DE', language: 'de' },
  FR: { locale: 'fr-FR', language: 'fr' },
} as const;

export type Prefix = keyof typeof prefixes;
export type Language = (typeof prefixes)[Prefix]['language'];

/** The language when nothing else settles it (specification, section 3). */
export const defaultPrefix: Prefix = 'UK';

type Region = {
  readonly id: string;
  /** Key of its name in the locales. */
  readonly title: `regions.${string}`;
  /** The region's own path; redirects to the region under its prefix. */
  readonly path: `/${string}`;
  readonly prefix: Prefix;
  readonly apiLocale: string;
  /** IANA name: the calendar in which "today" is asked. */
  readonly timeZone: string;
  readonly group: RegionGroup;
};

/** THE regions. A new one is an entry here, a group, an entry per stage in infra/stages.ts, and its texts. */
export const regions = {
  nuk: {
    id: 'nuk',
    title: 'regions.nuk',
    path: '/nuk',
    prefix: 'UK',
    apiLocale: 'en-GB',
    timeZone: 'Europe/London',
    group: 'NUK',
  },
  ndach: {
    id: 'ndach',
    title: 'regions.ndach',
    path: '/ndach',
    prefix: 'DE',
    apiLocale: 'de-DE',
    timeZone: 'Europe/Berlin',
    group: 'NDACH',
  },
  nfr: {
    id: 'nfr',
    title: 'regions.nfr',
    path: '/nfr',
    prefix: 'FR',
    apiLocale: 'fr-FR',
    timeZone: 'Europe/Paris',
    group: 'NFR',
  },
} as const satisfies Record<string, Region>;

export type RegionId = keyof typeof regions;
export const regionIds = Object.keys(regions) as [RegionId, ...RegionId[]];

export const isRegionId = (text: string): text is RegionId => Object.hasOwn(regions, text);
export const isPrefix = (text: string): text is Prefix => Object.hasOwn(prefixes, text);
