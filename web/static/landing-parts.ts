import type { RegionId } from '#shared/config/regions.ts';

/** Returns the name of the optional part of the landing page that offers the visitor's last region first. Names are those of `OptionalPart`. */
export const toLastRegionPart = (region: RegionId) => `lastRegion.${region}`;

/** Name of the optional part with the regions in the language that the visitor has chosen. */
export const chosenLanguagePart = 'chosenLanguage';
