import { Component, useEffect } from 'react';
import type { ReactNode } from 'react';
import { firstWords } from 'virtual:first-words';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { isPrefix, isRegionId, prefixes } from '#shared/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { isOutage } from '#web/data/api-errors.ts';
import { reachSite } from '#web/data/api.ts';
import { useAutoRetry } from '#web/data/use-auto-retry.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { browsersPrefix } from './language.ts';

/** The 500 page, and that of an outage, where there is no router, no configuration or no language to build a shell from: its words are built in. */
export const BareError = ({ error }: { readonly error?: unknown }) => {
  const [, prefix = '', region = ''] = location.pathname.split('/');
  const { language, locale } = prefixes[isPrefix(prefix) ? prefix : browsersPrefix()];
  const { siteName, home, retry, ...words } = firstWords[language];
  const isAway = error instanceof AppError && isOutage(error.code);
  const title = isAway ? words.outageTitle : words.title;
  // While nothing can be reached this document stays: the browser's own error page would come in its place.
  const again = () =>
    void reachSite().then(
      () => loadDocument(location.href),
      () => undefined,
    );
  useAutoRetry(isAway, again);
  useEffect(() => {
    document.title = `${title} – ${siteName}`;
    document.documentElement.lang = locale;
  });
  return (
    <main className="bare-error">
      <h1>{title}</h1>
      <p>{isAway ? words.outageText : words.text}</p>
      <PlainButton isPrimary onClick={again}>
        {retry}
      </PlainButton>{' '}
      <a
        className="plain-button"
        href={isPrefix(prefix) && isRegionId(region) ? paths.home({ prefix, region }) : paths.root()}
      >
        {home}
      </a>
    </main>
  );
};

/** Catches what even the shell around the error pages could not survive (React asks for a class here). */
export class LastResort extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    return this.state.failed ? <BareError /> : this.props.children;
  }
}
