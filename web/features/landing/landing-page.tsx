import './landing.css';
import { useState } from 'react';
import { paths } from '#shared/api/paths.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { prefixes, regionIds, regions } from '#shared/config/regions.ts';
import { lastRegion } from '#web/browser/last-region.ts';
import { usePathPlace } from '#web/browser/place.ts';
import { hasChosenLanguage } from '#web/i18n/chosen-language.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { FrontPage, RegionName } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';

/** Region picker that offers the last used region first. Links use the region's language unless the visitor has chosen one. */
export const LandingPage = () => {
  const { t } = useTexts();
  const { prefix: current } = usePathPlace();
  const [last] = useState(lastRegion.get);
  const chosenPrefix = hasChosenLanguage() ? current : undefined;
  const findPrefix = (region: RegionId) => chosenPrefix ?? regions[region].prefix;
  const linkTo = (region: RegionId) => {
    const place = { prefix: findPrefix(region), region };
    const mayBeSignedIn = sessionStore.mayExist(region);
    return { href: mayBeSignedIn ? paths.home(place) : paths.login(place), reloadDocument: !mayBeSignedIn };
  };
  return (
    <FrontPage title={t('landing.title')}>
      {last && (
        <div className="last-country">
          <PlainButtonLink isPrimary {...linkTo(last)}>
            {t('landing.goOn', { country: regions[last].title })}
          </PlainButtonLink>
        </div>
      )}
      <ul className="countries">
        {regionIds.map((id) => {
          const { language, locale } = prefixes[findPrefix(id)];
          return (
            <li key={id}>
              <Link {...linkTo(id)}>
                <span>
                  <RegionName region={id} /> <small lang={locale}>{t(`shell.languages.${language}`)}</small>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </FrontPage>
  );
};
