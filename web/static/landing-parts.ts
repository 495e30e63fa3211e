import type { RegionId } from '#shared/config/regions.ts';

/** Part of the landing page that offers a region first. */
export const toLastRegionPart = (region: RegionId) => `lastRegion.${region}`;

/** Part of the landing page with the regions in the language that the visitor has chosen. */
export const chosenLanguagePart = 'chosenLanguage';
