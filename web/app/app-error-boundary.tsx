import { Component, useEffect } from 'react';
import type { ReactNode } from 'react';
import { builtInTexts } from 'virtual:built-in-texts';
import { AppError } from '#shared/api/errors.ts';
import { paths } from '#shared/api/paths.ts';
import { isPrefix, isRegionId, prefixes } from '#shared/config/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { isOutage } from '#web/data/api-errors.ts';
import { pingSite } from '#web/data/api.ts';
import { useAutoRetry } from '#web/data/use-auto-retry.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { detectPrefix } from './language.ts';

/** Error or outage page with built-in texts, used when the router, configuration or language failed to load. */
export const FallbackErrorPage = ({ error }: { readonly error?: unknown }) => {
  const [, prefix = '', region = ''] = location.pathname.split('/');
  const { language, locale } = prefixes[isPrefix(prefix) ? prefix : detectPrefix()];
  const { siteName, home, retry, ...texts } = builtInTexts[language];
  const isUnreachable = error instanceof AppError && isOutage(error.code);
  const title = isUnreachable ? texts.outageTitle : texts.title;
  // The page reloads only if the site responds; otherwise the browser's error page would replace this one.
  const retryLoad = () =>
    void pingSite().then(
      () => loadDocument(location.href),
      () => undefined,
    );
  useAutoRetry(isUnreachable, retryLoad);
  useEffect(() => {
    document.title = `${title} – ${siteName}`;
    document.documentElement.lang = locale;
  });
  return (
    <main className="bare-error">
      <h1>{title}</h1>
      <p>{isUnreachable ? texts.outageText : texts.text}</p>
      <PlainButton isPrimary onClick={retryLoad}>
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

/** Error boundary around the whole app, including the error pages' layout. React requires a class component. */
export class AppErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    return this.state.failed ? <FallbackErrorPage /> : this.props.children;
  }
}
