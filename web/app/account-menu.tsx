import { useId, useRef, useState } from 'react';
import { isPrefix, prefixes } from '#shared/config/regions.ts';
import { useRouting } from '#web/browser/routing.ts';
import { useIsWide } from '#web/browser/window-width.ts';
import { rememberLanguageChoice } from '#web/i18n/chosen-language.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Session } from '#web/session/session-store.ts';
import { Link } from '#web/ui/link.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { searchShortcut } from './find-button.tsx';
import { GlobeIcon, PersonIcon } from './icons.tsx';
import { signOut } from './sign-out.ts';

const storeText = ({ store }: Session): string =>
  store ? [store.storeName, store.storeId].filter((text) => text !== '').join(' · ') : '';

/** Switch for the one-key search shortcut, which speech input and tremor can trigger by accident (WCAG 2.1.4). */
const ShortcutSwitch = () => {
  const { t } = useTexts();
  const isOn = searchShortcut.useIsOn();
  return (
    <label className="menu-item of-keys">
      <input type="checkbox" checked={isOn} onChange={({ target }) => searchShortcut.setOn(target.checked)} />
      {t('shell.find.shortcut')}
    </label>
  );
};

/** Links to the current page in each language, or to the landing page if the path has no language prefix. */
const LanguageLinks = ({
  loadsDocument,
  onChosen,
}: {
  readonly loadsDocument: boolean;
  readonly onChosen: () => void;
}) => {
  const { t, language } = useTexts();
  const { pathname, search } = useRouting();
  const [, currentPrefix = '', ...pageSegments] = pathname.split('/');
  const page = isPrefix(currentPrefix) ? pageSegments : [];
  return (
    <nav aria-label={t('shell.language')}>
      <ul>
        {Object.keys(prefixes)
          .filter(isPrefix)
          .map((prefix) => {
            const { language: linkLanguage, locale } = prefixes[prefix];
            return (
              <li key={prefix}>
                <Link
                  href={['', prefix, ...page].join('/') + search}
                  lang={locale}
                  hrefLang={locale}
                  onClick={() => {
                    rememberLanguageChoice();
                    onChosen();
                  }}
                  reloadDocument={loadsDocument}
                  {...(linkLanguage === language && { 'aria-current': 'true' as const })}
                >
                  {t(`shell.languages.${linkLanguage}`)}
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
};

/** Minimum window width in pixels at which the top bar has its own button for signing out. */
const signOutButtonMinimumPixels = 1024;

type Props = {
  readonly session: Session | undefined;
  /** Reloads the document on a language change, because the captcha script supports one language per document. */
  readonly loadsDocument: boolean;
  /** True if the user may search records, so that the search shortcut is offered. */
  readonly canFind: boolean;
};

export const AccountMenu = ({ session, loadsDocument, canFind }: Props) => {
  const { t, language } = useTexts();
  const [isSigningOut, setSigningOut] = useState(false);
  const isWide = useIsWide(signOutButtonMinimumPixels);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const store = session ? storeText(session) : '';
  const field = session ? t('shell.nav.account') : t('shell.language');
  const text = session ? [session.email, store].join(' ').trim() : t(`shell.languages.${language}`);
  const signOutProps = {
    disabled: isSigningOut,
    onClick: () => {
      if (!session) return;
      setSigningOut(true);
      void signOut(session.region);
    },
    children: t('shell.signOut'),
  };
  return (
    <>
      <button
        type="button"
        className="bar-button"
        popoverTarget={id}
        aria-label={t('common.labelled', { field, text })}
      >
        {session ? (
          <>
            <PersonIcon />
            <span className="bar-who" title={text}>
              <span>{session.email} </span>
              {session.store && (
                <span>
                  <span>{session.store.storeName}</span>
                  {session.store.storeName !== '' && ' · '}
                  {session.store.storeId}
                </span>
              )}
            </span>
          </>
        ) : (
          <>
            <GlobeIcon />
            <span className="bar-word">{text}</span>
          </>
        )}
      </button>
      <div
        id={id}
        className="bar-popover account-menu"
        popover="auto"
        ref={menu}
        // Close the menu when focus leaves it; it would cover the newly focused element.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isFocusOutside = relatedTarget && !currentTarget.contains(relatedTarget);
          if (isFocusOutside && relatedTarget.getAttribute('popovertarget') !== id) currentTarget.hidePopover();
        }}
      >
        {session && (
          <div>
            <p className="label">{t('shell.signedInAs')}</p>
            <p>{session.email}</p>
            {store && <p className="label">{store}</p>}
          </div>
        )}
        <LanguageLinks loadsDocument={loadsDocument} onChosen={() => menu.current?.hidePopover()} />
        {canFind && <ShortcutSwitch />}
        {session && !isWide && <button type="button" className="menu-item" {...signOutProps} />}
      </div>
      {session && isWide && <PlainButton {...signOutProps} />}
    </>
  );
};
