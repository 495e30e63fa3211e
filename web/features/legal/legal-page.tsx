import './legal.css';
import { useContext, useEffect, useState } from 'react';
import type { LegalDocument } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import type { Language } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { PrerenderContext } from '#web/static/prerender.tsx';
import { Page } from '#web/ui/page.tsx';

export type LegalText = {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
};

const files = import.meta.glob<LegalText>('./texts/*.json', { import: 'default' });

/** Values of the placeholders in the texts, such as `{targetRepairDays}`. */
const figures: Readonly<Record<string, string | number>> = limits.terms;

const fillFigures = (paragraph: string) =>
  paragraph.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(figures[name] ?? placeholder));

export const loadLegalText = async (document: LegalDocument, language: Language): Promise<LegalText> => {
  const name = `./texts/${document}.${language}.json`;
  const load = files[name];
  if (!load) throw new Error(`There is no ${name}.`);
  return load();
};

const useLegalText = (document: LegalDocument, language: Language) => {
  const name = `${document}.${language}`;
  const [loaded, setLoaded] = useState<{
    readonly name: string;
    readonly text?: LegalText;
    readonly error?: unknown;
  }>();
  useEffect(() => {
    loadLegalText(document, language).then(
      (text) => setLoaded({ name, text }),
      (error: unknown) => setLoaded({ name, error }),
    );
  }, [name, document, language]);
  // Throws during render to reach the error boundary, unless the language has changed since.
  if (loaded?.name === name && loaded.error) throw loaded.error;
  return loaded?.name === name ? loaded.text : undefined;
};

/** Returns a section's anchor id, which is the same in every language. */
const toSectionId = (index: number) => `section-${index + 1}`;

/** Name and contact details of the stage's provider. A prerendered page contains them as a template, which `fillProvider` fills in the browser. */
const Provider = () => {
  const { t } = useTexts();
  const { name, address, email, phone } = getConfig().provider;
  const isPrerendering = useContext(PrerenderContext);
  const details = (
    <>
      <p>{t('legal.providerIs')}</p>
      <address>
        {[name, ...address].map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <p data-provider="email">{t('legal.providerEmail', { email })}</p>
      {phone !== undefined && <p data-provider="phone">{t('legal.providerPhone', { phone })}</p>}
    </>
  );
  return (
    <section id="provider" tabIndex={-1}>
      <h2>{t('legal.provider')}</h2>
      {isPrerendering ? (
        <>
          <template>{details}</template>
          <noscript>
            <p>{t('legal.providerNeedsScript')}</p>
          </noscript>
        </>
      ) : (
        details
      )}
    </section>
  );
};

type DocumentProps = { readonly document: LegalDocument };

const titles = { 'privacy-policy': 'legal.privacyPolicy', 'terms-of-service': 'legal.termsOfService' } as const;

/** Shows a legal document of the portal, or an empty area while its text is loading. */
export const LegalPage = ({ document, text }: DocumentProps & { readonly text: LegalText | undefined }) => {
  const { t, formatLongDate } = useTexts();
  return (
    <Page
      title={t(titles[document])}
      description={t('legal.lastUpdated', { date: formatLongDate(limits.terms.lastUpdated) })}
    >
      <div className="legal-text" aria-busy={text === undefined}>
        {text && (
          <>
            <nav aria-label={t('legal.contents')}>
              <ol className="legal-contents">
                {text.sections.map(({ heading }, index) => (
                  <li key={heading}>
                    <a href={`#${toSectionId(index)}`}>{heading}</a>
                  </li>
                ))}
                <li>
                  <a href="#provider">{t('legal.provider')}</a>
                </li>
              </ol>
            </nav>
            {text.sections.map(({ heading, paragraphs }, index) => (
              <section key={heading} id={toSectionId(index)} tabIndex={-1}>
                <h2>{heading}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{fillFigures(paragraph)}</p>
                ))}
              </section>
            ))}
            <Provider />
          </>
        )}
      </div>
    </Page>
  );
};

const LegalPageLoader = ({ document: name }: DocumentProps) => {
  const text = useLegalText(name, useTexts().language);
  const isLoaded = text !== undefined;
  // The browser looked for the section in the URL's fragment before the text was rendered.
  useEffect(() => {
    if (isLoaded) document.querySelector(`section[id="${CSS.escape(location.hash.slice(1))}"]`)?.scrollIntoView();
  }, [isLoaded]);
  return <LegalPage document={name} text={text} />;
};

/** Shows the portal's own legal document, or a link if the region uses an external one. */
const LegalPageInRegion = ({ document }: DocumentProps) => {
  const { t } = useTexts();
  const { legal } = getConfig().regions[usePlace().region];
  if (!legal) return <LegalPageLoader document={document} />;
  const href = document === 'privacy-policy' ? legal.privacyPolicy : legal.termsOfService;
  return (
    <Page title={t(titles[document])} description={t('legal.elsewhere')}>
      <a className="legal-elsewhere" href={href}>
        {href}
      </a>
    </Page>
  );
};

export const PrivacyPolicyPage = () => <LegalPageInRegion document="privacy-policy" />;
export const TermsOfServicePage = () => <LegalPageInRegion document="terms-of-service" />;
