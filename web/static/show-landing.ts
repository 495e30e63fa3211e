import { paths } from '#shared/api/paths.ts';
import { isRegionId, regions } from '#shared/config/regions.ts';
import type { Prefix } from '#shared/config/regions.ts';
import { lastRegion } from '#web/browser/last-region.ts';
import { hasChosenLanguage } from '#web/i18n/chosen-language.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { chosenLanguagePart, toLastRegionPart } from './landing-parts.ts';
import { showParts } from './open-document.ts';

/** Shows the last used region first, the regions in the chosen language, and Home in place of signing in. */
export const showLanding = (prefix: Prefix) => {
  const last = lastRegion.get();
  const isChosen = hasChosenLanguage();
  if (isChosen) document.querySelector('.countries')?.remove();
  showParts([...(last ? [toLastRegionPart(last)] : []), ...(isChosen ? [chosenLanguagePart] : [])]);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-region]')) {
    const region = link.dataset['region'] ?? '';
    if (!isRegionId(region)) continue;
    const place = { prefix: isChosen ? prefix : regions[region].prefix, region };
    link.href = sessionMarks.mayExist(region) ? paths.home(place) : paths.login(place);
  }
};
