import './legal.css';
import { useEffect, useState } from 'react';
import type { LegalDocument } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { usePathPlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Page } from '#web/ui/page.tsx';

type LegalText = {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
};

const files = import.meta.glob<LegalText>('./texts/*.json', { import: 'default' });

const figures: Readonly<Record<string, string | number>> = limits.terms;

const fillFigures = (paragraph: string) =>
  paragraph.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(figures[name] ?? placeholder));

const useLegalText = (document: LegalDocument, language: string) => {
  const name = `./texts/${document}.${language}.json`;
  const [loaded, setLoaded] = useState<{
    readonly name: string;
    readonly text?: LegalText;
    readonly error?: unknown;
  }>();
  useEffect(() => {
    const load = files[name] ?? (() => Promise.reject(new Error(`There is no ${name}.`)));
    load().then(
      (text) => setLoaded({ name, text }),
      (error: unknown) => setLoaded({ name, error }),
    );
  }, [name]);
  // Throw during render to reach the error boundary, unless the language has changed since.
  if (loaded?.name === name && loaded.error) throw loaded.error;
  return loaded?.name === name ? loaded.text : undefined;
};

/** Returns a section's anchor id, which is the same in every language. */
const toSectionId = (index: number) => `section-${index + 1}`;

const Provider = () => {
  const { t } = useTexts();
  const { name, address, email, phone } = config().provider;
  return (
    <section id="provider" tabIndex={-1}>
      <h2>{t('legal.provider')}</h2>
      <p>{t('legal.providerIs')}</p>
      <address>
        {[name, ...address].map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <p>{t('legal.providerEmail', { email })}</p>
      {phone !== undefined && <p>{t('legal.providerPhone', { phone })}</p>}
    </section>
  );
};

type DocumentProps = { readonly document: LegalDocument };

const titles = { 'privacy-policy': 'legal.privacyPolicy', 'terms-of-service': 'legal.termsOfService' } as const;

const InternalDocument = ({ document }: DocumentProps) => {
  const { t, language, formatLongDate } = useTexts();
  const text = useLegalText(document, language);
  const title = t(titles[document]);
  return (
    <Page title={title} description={t('legal.lastUpdated', { date: formatLongDate(limits.terms.lastUpdated) })}>
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

/** Shows our legal document, or a link if the region uses an external one. */
const LegalPage = ({ document }: DocumentProps) => {
  const { t } = useTexts();
  const { region } = usePathPlace();
  const legal = region && config().regions[region].legal;
  if (!legal) return <InternalDocument document={document} />;
  const href = document === 'privacy-policy' ? legal.privacyPolicy : legal.termsOfService;
  return (
    <Page title={t(titles[document])} description={t('legal.elsewhere')}>
      <a className="legal-elsewhere" href={href}>
        {href}
      </a>
    </Page>
  );
};

export const PrivacyPolicyPage = () => <LegalPage document="privacy-policy" />;
export const TermsOfServicePage = () => <LegalPage document="terms-of-service" />;
