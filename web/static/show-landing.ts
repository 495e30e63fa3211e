import { paths } from '#shared/api/paths.ts';
import { isRegionId, regions } from '#shared/config/regions.ts';
import type { Prefix } from '#shared/config/regions.ts';
import { lastRegion } from '#web/browser/last-region.ts';
import { hasChosenLanguage } from '#web/i18n/chosen-language.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { chosenLanguagePart, toLastRegionPart } from './landing-parts.ts';
import { showParts } from './prepare-document.ts';

/** Shows the last used region first, the regions in the chosen language, and Home in place of signing in. */
export const showLanding = (prefix: Prefix) => {
  const lastUsedRegion = lastRegion.get();
  const isLanguageChosen = hasChosenLanguage();
  if (isLanguageChosen) document.querySelector('.countries')?.remove();
  showParts([
    ...(lastUsedRegion ? [toLastRegionPart(lastUsedRegion)] : []),
    ...(isLanguageChosen ? [chosenLanguagePart] : []),
  ]);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-region]')) {
    const region = link.dataset['region'] ?? '';
    if (!isRegionId(region)) continue;
    const place = { prefix: isLanguageChosen ? prefix : regions[region].prefix, region };
    link.href = sessionMarks.mayExist(region) ? paths.home(place) : paths.login(place);
  }
};
