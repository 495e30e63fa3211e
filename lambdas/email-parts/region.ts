import type { RegionId } from '#shared/regions.ts';
import { prefixes, regions } from '#shared/regions.ts';

/** The language that a region's people are written to in. */
export const languageOf = (region: RegionId) => prefixes[regions[region].prefix].language;

/** An instant in words, by the clocks of the region. */
export const momentIn = (region: RegionId, instant: Date): string => {
  const { prefix, timeZone } = regions[region];
  return new Intl.DateTimeFormat(prefixes[prefix].locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    instant,
  );
};
