import './front-page.css';
import type { ComponentProps } from 'react';
import { paths } from '#shared/api/paths.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import { usePathPlace, usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Link } from './link.tsx';
import { Logo } from './logo.tsx';
import { Page } from './page.tsx';

export const RegionName = ({ region }: { readonly region: RegionId }) => (
  <span lang={prefixes[regions[region].prefix].locale}>{regions[region].title}</span>
);

export const OtherCountryLink = () => {
  const { t } = useTexts();
  return (
    <Link className="front-link" href={paths.landing(usePlace().prefix)} reloadDocument>
      {t('login.otherCountry')}
    </Link>
  );
};

export const FrontPage = (page: ComponentProps<typeof Page>) => {
  const { t } = useTexts();
  const { region } = usePathPlace();
  return (
    <div className="front-card">
      <div className="front-brand">
        <Logo />
        <div>
          <strong>{t('shell.siteName')}</strong>
          {region && (
            <div>
              <RegionName region={region} /> <OtherCountryLink />
            </div>
          )}
        </div>
      </div>
      <Page {...page} />
    </div>
  );
};
