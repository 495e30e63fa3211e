import { renderToString } from 'react-dom/server';
import { allPlaces, paths, signInPages } from '#shared/api/paths.ts';
import type { SignInPage } from '#shared/api/paths.ts';
import { prefixes } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import { AlertBar } from '#web/app/alert-bar.tsx';
import { Footer } from '#web/app/footer.tsx';
import { mainId, SkipLink } from '#web/app/skip-link.tsx';
import { TopBar } from '#web/app/top-bar.tsx';
import { setConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { allRouteAlerts } from '#web/ui/alerts.ts';
import type { PageAlert } from '#web/ui/alerts.ts';
import { OptionalPart, PrerenderContext } from './prerender.tsx';
import { pageSources } from './sources.ts';
import { DocumentRouting, StaticPage } from './static-page.tsx';
import { setStaticTexts } from './translator.ts';

export type RenderedPage = {
  readonly name: SignInPage;
  readonly path: string;
  readonly language: Language;
  readonly locale: string;
  readonly title: string;
  /** HTML of the page's shell with its content. */
  readonly shell: string;
};

type ShellProps = { readonly pathname: string; readonly content: string };

/** Top bar, content and footer. Only the content is hydrated. */
const Shell = ({ pathname, content }: ShellProps) => {
  const { t } = useTexts();
  return (
    <DocumentRouting pathname={pathname}>
      <div className="shell layout-auth">
        <SkipLink />
        <TopBar loadsDocuments hidesSession={false} />
        <div className="body">
          <main id={mainId} tabIndex={-1}>
            <div className="content" data-prerendered dangerouslySetInnerHTML={{ __html: content }} />
          </main>
        </div>
        <Footer loadsDocuments />
        <template id="load-failure">
          <div className="form-errors" role="alert">
            <p>{t('pageErrors.error.title')}</p>
            <a className="plain-button" href={pathname}>
              {t('pageErrors.outage.retry')}
            </a>
          </div>
        </template>
      </div>
    </DocumentRouting>
  );
};

const titles = {
  login: 'login.title',
  setPassword: 'setPassword.title',
  requestCode: 'forgotPassword.request.title',
  resetPassword: 'forgotPassword.reset.title',
} as const;

const toOptionalAlert = (alert: PageAlert) => (
  <OptionalPart key={alert.key} name={alert.key} isShown>
    <AlertBar alerts={[alert]} />
  </OptionalPart>
);

/** Renders every sign-in page at every place. `first.ts` and `hydrate.tsx` fill in what depends on the visit and the stage. */
export const renderPages = async (): Promise<RenderedPage[]> => {
  const url = 'https://stage.invalid/';
  const region = { returnsAvailable: false, returnPeriodDays: 0, supportUrl: url };
  setConfig({
    stage: 'stage',
    trackingUrl: url,
    captcha: { provider: 'recaptcha', scriptUrl: url, siteKey: '' },
    provider: { name: 'provider', address: ['address'], email: 'provider@stage.invalid' },
    regions: { nuk: region, ndach: region, nfr: region },
  });
  const pages = await Promise.all(signInPages.map(async (name) => ({ name, Page: await pageSources[name]() })));
  return allPlaces.flatMap((place) => {
    const { language, locale } = prefixes[place.prefix];
    const { t } = setStaticTexts(place.prefix, texts[language]);
    return pages.map(({ name, Page }) => {
      const path = paths[name](place);
      const content = renderToString(
        <PrerenderContext value={true}>
          <StaticPage Page={Page} pathname={path} alerts={allRouteAlerts.map(toOptionalAlert)} />
        </PrerenderContext>,
      );
      const shell = renderToString(<Shell pathname={path} content={content} />, { identifierPrefix: 'shell' });
      return { name, path, language, locale, title: `${t(titles[name])} – ${t('shell.siteName')}`, shell };
    });
  });
};
