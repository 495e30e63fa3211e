import './front-page.css';
import type { ComponentProps } from 'react';
import { paths } from '#shared/api/paths.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import { usePathPlace, usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Link } from './link.tsx';
import { Page } from './page.tsx';
import { Parcel } from './parcel.tsx';

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

/** Red area below the top bar with the portal's slogan: next to the card or, in narrow windows, above it. */
const BrandSurface = () => {
  const { t } = useTexts();
  return (
    <div className="front-brand">
      <p className="front-claim">
        {t('landing.claim')
          .split('\n')
          .map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
      </p>
      <p className="front-purpose">{t('landing.purpose')}</p>
      <Parcel>
        <path fill="#fff2" d="M48 10 84 28 48 46 12 28Z" />
        <path fill="#0002" d="M48 46 84 28v40L48 86Z" />
      </Parcel>
    </div>
  );
};

/** Layout of the pages for visitors who have not signed in: a card next to the red area. */
export const FrontPage = ({ description, ...page }: ComponentProps<typeof Page>) => {
  const { region } = usePathPlace();
  return (
    <>
      <BrandSurface />
      <div className="front-card">
        <Page
          {...page}
          description={
            <>
              {region && (
                <span className="front-region">
                  <RegionName region={region} /> · <OtherCountryLink />
                </span>
              )}
              {description && <span>{description}</span>}
            </>
          }
        />
      </div>
    </>
  );
};
