import './landing.css';
import { paths } from '#shared/api/paths.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { prefixes, regionIds, regions } from '#shared/config/regions.ts';
import { usePathPlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { chosenLanguagePart, toLastRegionPart } from '#web/static/landing-parts.ts';
import { OptionalPart } from '#web/static/prerender.tsx';
import { FrontPage, RegionName } from '#web/ui/front-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';

type CountriesProps = { readonly findPrefix: (region: RegionId) => Prefix };

const Countries = ({ findPrefix }: CountriesProps) => {
  const { t } = useTexts();
  return (
    <ul className="countries">
      {regionIds.map((region) => {
        const prefix = findPrefix(region);
        const { language, locale } = prefixes[prefix];
        return (
          <li key={region}>
            <Link href={paths.login({ prefix, region })} data-region={region}>
              <span>
                <RegionName region={region} /> <small lang={locale}>{t(`shell.languages.${language}`)}</small>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

/**
 * Region picker, prerendered with all optional parts. In the browser, `show-landing.ts` shows the parts that apply: the last
 * used region, and links in the visitor's chosen language instead of each region's own.
 */
export const LandingPage = () => {
  const { t } = useTexts();
  const { prefix: currentPrefix } = usePathPlace();
  if (!currentPrefix) throw new Error('The URL of the landing page has no language prefix.');
  return (
    <FrontPage title={t('landing.title')}>
      {regionIds.map((region) => (
        <OptionalPart key={region} name={toLastRegionPart(region)} isShown={false}>
          <div className="last-country">
            <PlainButtonLink
              isPrimary
              href={paths.login({ prefix: regions[region].prefix, region })}
              data-region={region}
            >
              {t('landing.goOn', { country: regions[region].title })}
            </PlainButtonLink>
          </div>
        </OptionalPart>
      ))}
      <Countries findPrefix={(region) => regions[region].prefix} />
      <OptionalPart name={chosenLanguagePart} isShown={false}>
        <Countries findPrefix={() => currentPrefix} />
      </OptionalPart>
    </FrontPage>
  );
};
