import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { signInPages } from '#shared/api/paths.ts';
import type { LegalDocument, PublicPage, SignInPage } from '#shared/api/paths.ts';
import { prerenderedPages } from '#shared/api/prerendered-pages.ts';
import type { PrerenderedPage } from '#shared/api/prerendered-pages.ts';
import { prefixes } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import type { TextKey } from '#shared/locales/texts.ts';
import { AlertBar } from '#web/app/alert-bar.tsx';
import { Footer } from '#web/app/footer.tsx';
import { mainId, SkipLink } from '#web/app/skip-link.tsx';
import { TopBar } from '#web/app/top-bar.tsx';
import { setConfig } from '#web/data/config.ts';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { LegalPage, loadLegalText } from '#web/features/legal/legal-page.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { allRouteAlerts } from '#web/ui/alerts.ts';
import type { PageAlert } from '#web/ui/alerts.ts';
import { providerPlaceholders } from './fill-provider.ts';
import { pageLoaders } from './loaders.ts';
import { OptionalPart, PrerenderContext } from './prerender.tsx';
import { DocumentRouting, StaticPage } from './static-page.tsx';
import { setStaticTexts } from './translator.ts';

export type RenderedPage = {
  readonly name: SignInPage | PublicPage;
  readonly path: string;
  readonly language: Language;
  readonly locale: string;
  readonly title: string;
  /** HTML of the page's shell with its content. */
  readonly shell: string;
};

const isSignInPage = (name: SignInPage | PublicPage): name is SignInPage =>
  signInPages.some((signInPage) => signInPage === name);

type ShellProps = { readonly page: PrerenderedPage; readonly content: string };

const toLayout = ({ name, region }: PrerenderedPage) => {
  if (isSignInPage(name)) return 'auth';
  return region ? 'default' : 'basic';
};

/** Top bar, content and footer. Only the content of sign-in pages is hydrated. */
const Shell = ({ page, content }: ShellProps) => {
  const { t } = useTexts();
  const { path, region } = page;
  return (
    <DocumentRouting pathname={path}>
      <div className={`shell layout-${toLayout(page)}`}>
        <SkipLink />
        <TopBar loadsDocuments hidesSession={region === undefined} />
        <div className="body">
          <main id={mainId} tabIndex={-1}>
            <div className="content" data-prerendered dangerouslySetInnerHTML={{ __html: content }} />
          </main>
        </div>
        <Footer loadsDocuments />
        <template id="new-tab-hint">
          <span className="visually-hidden">({t('shell.opensInNewTab')})</span>
        </template>
        <template id="load-failure">
          <div className="form-errors" role="alert">
            <p>{t('pageErrors.error.title')}</p>
            <a className="plain-button" href={path}>
              {t('pageErrors.outage.retry')}
            </a>
          </div>
        </template>
      </div>
    </DocumentRouting>
  );
};

const titles = {
  landing: 'landing.title',
  privacyPolicy: 'legal.privacyPolicy',
  privacyPolicyInRegion: 'legal.privacyPolicy',
  termsOfService: 'legal.termsOfService',
  termsOfServiceInRegion: 'legal.termsOfService',
  login: 'login.title',
  setPassword: 'setPassword.title',
  requestCode: 'forgotPassword.request.title',
  resetPassword: 'forgotPassword.reset.title',
} as const satisfies Record<SignInPage | PublicPage, TextKey>;

const loadLegalPage = async (document: LegalDocument, language: Language) => {
  const text = await loadLegalText(document, language);
  return () => <LegalPage document={document} text={text} />;
};

/** Returns the component of a page; that of a legal page already has its text. */
const loadPage = async ({ name, prefix }: PrerenderedPage): Promise<ComponentType> => {
  const { language } = prefixes[prefix];
  switch (name) {
    case 'landing':
      return LandingPage;
    case 'privacyPolicy':
    case 'privacyPolicyInRegion':
      return loadLegalPage('privacy-policy', language);
    case 'termsOfService':
    case 'termsOfServiceInRegion':
      return loadLegalPage('terms-of-service', language);
    case 'login':
    case 'setPassword':
    case 'requestCode':
    case 'resetPassword':
      return pageLoaders[name]();
  }
};

const toOptionalAlert = (alert: PageAlert) => (
  <OptionalPart key={alert.key} name={alert.key} isShown>
    <AlertBar alerts={[alert]} />
  </OptionalPart>
);

const renderPage = (page: PrerenderedPage, Page: ComponentType): RenderedPage => {
  const { name, path, prefix } = page;
  const { language, locale } = prefixes[prefix];
  const { t } = setStaticTexts(prefix, texts[language]);
  const content = renderToString(
    <PrerenderContext value={true}>
      <StaticPage Page={Page} pathname={path} alerts={allRouteAlerts.map(toOptionalAlert)} />
    </PrerenderContext>,
  );
  const shell = renderToString(<Shell page={page} content={content} />, { identifierPrefix: 'shell' });
  return { name, path, language, locale, title: `${t(titles[name])} – ${t('shell.siteName')}`, shell };
};

/** Renders every prerendered page. The scripts of the documents fill in what depends on the visit and the stage. */
export const renderPages = async (): Promise<RenderedPage[]> => {
  const url = 'https://stage.invalid/';
  const region = { returnsAvailable: false, returnPeriodDays: 0, supportUrl: url };
  setConfig({
    stage: 'stage',
    trackingUrl: url,
    captcha: { provider: 'recaptcha', scriptUrl: url, siteKey: '' },
    provider: { name: 'provider', address: ['address'], ...providerPlaceholders },
    regions: { nuk: region, ndach: region, nfr: region },
  });
  const pages = await Promise.all(prerenderedPages.map(async (page) => ({ page, Page: await loadPage(page) })));
  return pages.map(({ page, Page }) => renderPage(page, Page));
};
