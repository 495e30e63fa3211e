import './legal.css';
import { useEffect, useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { LegalDocument } from '#shared/paths.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Page } from '#web/ui/page.tsx';

type LegalText = {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
};

/** Each document in each language is a file of its own, loaded when it is read. */
const files = import.meta.glob<LegalText>('./texts/*.json', { import: 'default' });

const figures: Readonly<Record<string, string | number>> = limits.terms;

/** The figures of the terms stand once, in the limits. */
const withFigures = (paragraph: string) =>
  paragraph.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(figures[name] ?? placeholder));

type Loaded = { readonly name: string; readonly text?: LegalText; readonly error?: unknown };

const useLegalText = (document: LegalDocument, language: string) => {
  const name = `./texts/${document}.${language}.json`;
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const load = files[name] ?? (() => Promise.reject(new Error(`There is no ${name}.`)));
    load().then(
      (text) => setLoaded({ name, text }),
      (error: unknown) => setLoaded({ name, error }),
    );
  }, [name]);
  if (loaded?.name === name && loaded.error) throw loaded.error;
  return loaded?.name === name ? loaded.text : undefined;
};

const LegalPage = ({ document }: { readonly document: LegalDocument }) => {
  const { t, language, formatDate } = useTexts();
  const text = useLegalText(document, language);
  const title = t(document === 'privacy-policy' ? 'legal.privacyPolicy' : 'legal.termsOfService');
  return (
    <Page title={title} description={t('legal.lastUpdated', { date: formatDate(limits.terms.lastUpdated) })}>
      <div className="legal-text" aria-busy={text === undefined}>
        {text?.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{withFigures(paragraph)}</p>
            ))}
          </section>
        ))}
      </div>
    </Page>
  );
};

export const PrivacyPolicyPage = () => <LegalPage document="privacy-policy" />;
export const TermsOfServicePage = () => <LegalPage document="terms-of-service" />;
