/** THE interface languages, one per prefix. `locale` is BCP 47, and the one Cloudscape's own texts and dates are in. */
export const prefixes = {
  UK: { locale: 'en-GB', language: 'en' },
  DE: { locale: 'de-DE', language: 'de' },
  FR: { locale: 'fr-FR', language: 'fr' },
} as const;

export type Prefix = keyof typeof prefixes;
export type Language = (typeof prefixes)[Prefix]['language'];
export const languages = Object.values(prefixes).map(({ language }) => language);

/** Something for each language. */
export const byLanguage = <T>(valueOf: (language: Language) => T) =>
  Object.fromEntries(languages.map((language) => [language, valueOf(language)])) as Record<Language, T>;

/** The language when nothing else settles it. */
export const defaultPrefix: Prefix = 'UK';

type RegionFacts = {
  /** Its countries, as their own people call them. */
  readonly title: string;
  /** The language of its own people, of its emails, and the prefix of links into it. */
  readonly prefix: Prefix;
  /** ISO 3166: whose public holidays are no working days in it. For the United Kingdom it is England, where five of six of its people live: its parts have different holidays. */
  readonly countries: readonly [string, ...string[]];
  /** IANA name: the calendar in which "today" is asked. */
  readonly timeZone: string;
  /** Key under `shell.footer`: whom the site says it is for. */
  readonly footerNotice: 'notice' | 'noticeUk';
};

/** THE regions. A new one is an entry here and in `defaults` of infra/stages.ts; its group is its id in capitals. */
const facts = {
  nuk: {
    title: 'United Kingdom, Ireland',
    prefix: 'UK',
    countries: ['GB-ENG', 'IE'],
    timeZone: 'Europe/London',
    footerNotice: 'noticeUk',
  },
  ndach: {
    title: 'Deutschland, Österreich, Schweiz',
    prefix: 'DE',
    countries: ['DE', 'AT', 'CH'],
    timeZone: 'Europe/Berlin',
    footerNotice: 'notice',
  },
  nfr: { title: 'France', prefix: 'FR', countries: ['FR'], timeZone: 'Europe/Paris', footerNotice: 'notice' },
} as const satisfies Record<string, RegionFacts>;

export type RegionId = keyof typeof facts;
export type RegionGroup = Uppercase<RegionId>;
export const regionIds = Object.keys(facts) as [RegionId, ...RegionId[]];

/** Something for each region. */
export const byRegion = <T>(valueOf: (id: RegionId) => T) =>
  Object.fromEntries(regionIds.map((id) => [id, valueOf(id)])) as Record<RegionId, T>;

type Region = RegionFacts & {
  readonly id: RegionId;
  readonly group: RegionGroup;
};

export const regions = byRegion((id): Region => ({
  id,
  group: id.toUpperCase() as RegionGroup,
  ...facts[id],
}));

export const isRegionId = (text: string): text is RegionId => Object.hasOwn(regions, text);
export const isPrefix = (text: string): text is Prefix => Object.hasOwn(prefixes, text);
