import { Component, useEffect } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { useTexts } from '#web/language/i18n.ts';

/** The 500 page where there is no router and no configuration to build a shell from. */
export const BareError = () => {
  const { t } = useTexts();
  const title = t('pageErrors.error.title');
  useEffect(() => {
    document.title = `${title} – ${t('shell.siteName')}`;
  });
  return (
    <main className="bare-error">
      <h1>{title}</h1>
      <p>{t('pageErrors.error.text')}</p>
      <a className="plain-button" href={paths.root()}>
        {t('pageErrors.home')}
      </a>
    </main>
  );
};

type Props = { readonly children: ReactNode };

/** Catches what even the shell around the error pages could not survive (React asks for a class here). */
export class LastResort extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    return this.state.failed ? <BareError /> : this.props.children;
  }
}
