import { Component, useEffect } from 'react';
import type { ReactNode } from 'react';
import { firstWords } from 'virtual:first-words';
import { paths } from '#shared/paths.ts';
import { isPrefix, isRegionId, prefixes } from '#shared/regions.ts';
import { browsersPrefix } from './language.ts';

/** The language of the address, or else the browser's. */
const currentPlace = () => {
  const [, prefix = ''] = location.pathname.split('/');
  return prefixes[isPrefix(prefix) ? prefix : browsersPrefix()];
};

/** Where there is no router to ask, the address itself says which region's home it is. */
const homeAddress = () => {
  const [, prefix = '', region = ''] = location.pathname.split('/');
  return isPrefix(prefix) && isRegionId(region) ? paths.home({ prefix, region }) : paths.root();
};

/** The 500 page where there is no router, no configuration or no language to build a shell from: its words are built in. */
export const BareError = () => {
  const { language, locale } = currentPlace();
  const { siteName, title, text, home } = firstWords[language];
  useEffect(() => {
    document.title = `${title} – ${siteName}`;
    document.documentElement.lang = locale;
  });
  return (
    <main className="bare-error">
      <h1>{title}</h1>
      <p>{text}</p>
      <a className="plain-button" href={homeAddress()}>
        {home}
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
