import './landing.css';
import { paths } from '#shared/paths.ts';
import { regionIds, regions } from '#shared/regions.ts';
import { useAddress } from '#web/browser/place.ts';
import { hasChosenLanguage } from '#web/language/chosen-language.ts';
import { useTexts } from '#web/language/i18n.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { Link } from '#web/ui/link.tsx';
import { Page } from '#web/ui/page.tsx';

/** Where a visitor picks a country. Links lead under the region's own language, unless the reader chose another one here. */
export const LandingPage = () => {
  const { t } = useTexts();
  const { prefix: current } = useAddress();
  const kept = hasChosenLanguage() ? current : undefined;
  return (
    <Page title={t('landing.title')} description={t('landing.prompt')}>
      <ul className="countries">
        {regionIds.map((id) => {
          const { title, prefix } = regions[id];
          const at = { prefix: kept ?? prefix, region: id };
          const isKnown = sessionStore.mayExist(id);
          return (
            <li key={id}>
              <Link href={isKnown ? paths.home(at) : paths.login(at)} reloadDocument={!isKnown}>
                {t(title)}
              </Link>
            </li>
          );
        })}
      </ul>
    </Page>
  );
};
