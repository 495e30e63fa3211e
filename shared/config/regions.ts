/** Interface languages, one per URL prefix. `locale` is the BCP 47 tag for dates and for Cloudscape's own texts. */
export const prefixes = {
  UK: { locale: 'en-GB', language: 'en' },
  DE: { locale: 'de-DE', language: 'de' },
  FR: { locale: 'fr-FR', language: 'fr' },
} as const;

export type Prefix = keyof typeof prefixes;
export type Language = (typeof prefixes)[Prefix]['language'];
export const languages = Object.values(prefixes).map(({ language }) => language);

/** Creates a record with a value for each language. */
export const createByLanguage = <T>(toValue: (language: Language) => T) =>
  Object.fromEntries(languages.map((language) => [language, toValue(language)])) as Record<Language, T>;

/** Language used when neither URL nor browser determines one. */
export const defaultPrefix: Prefix = 'UK';

type RegionFacts = {
  /** Names of its countries, in the language of the region. */
  readonly title: string;
  /** Language of its users and emails, and prefix of links to it. */
  readonly prefix: Prefix;
  /**
   * ISO 3166 codes of the countries whose public holidays apply. The parts of the United Kingdom have different
   * holidays; those of England apply, where five of six inhabitants live.
   */
  readonly countries: readonly [string, ...string[]];
  /** IANA time zone for calendar dates such as "today". */
  readonly timeZone: string;
  /** Key under `shell.footer` of the notice that states the site's audience. */
  readonly footerNotice: 'notice' | 'noticeUk';
};

/**
 * All regions. To add one, add an entry here and in `createDefaults` of infra/stages.ts; its group is its id in upper
 * case.
 */
const regionFacts = {
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

export type RegionId = keyof typeof regionFacts;
export type RegionGroup = Uppercase<RegionId>;
export const regionIds = Object.keys(regionFacts) as [RegionId, ...RegionId[]];

/** Creates a record with a value for each region. */
export const createByRegion = <T>(toValue: (id: RegionId) => T) =>
  Object.fromEntries(regionIds.map((id) => [id, toValue(id)])) as Record<RegionId, T>;

type Region = RegionFacts & {
  readonly id: RegionId;
  readonly group: RegionGroup;
};

export const regions = createByRegion((id): Region => ({
  id,
  group: id.toUpperCase() as RegionGroup,
  ...regionFacts[id],
}));

export const isRegionId = (text: string): text is RegionId => Object.hasOwn(regions, text);
export const isPrefix = (text: string): text is Prefix => Object.hasOwn(prefixes, text);
