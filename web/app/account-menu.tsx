import { Fragment, useId, useRef, useState } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import type { Session } from '#web/session/session-store.ts';
import { findShortcut } from './find-shortcut.ts';
import { GlobeIcon, PersonIcon } from './icons.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { signOut } from './sign-out.ts';

const namesOf = ({ store, email }: Session): readonly string[] =>
  store ? [store.storeName, store.storeId].filter((name) => name !== '') : [email];

/** Shortcuts of one character can be switched off: speech input and shaky hands press them unasked. */
const ShortcutSwitch = () => {
  const { t } = useTexts();
  const isOn = findShortcut.useIsOn();
  return (
    <label className="menu-item of-keys">
      <input type="checkbox" checked={isOn} onChange={({ target }) => findShortcut.turn(target.checked)} />
      {t('shell.find.shortcut')}
    </label>
  );
};

type Props = {
  readonly session: Session | undefined;
  /** Where another language is another document: the captcha speaks one. */
  readonly loadsDocument: boolean;
  readonly canFind: boolean;
};

export const AccountMenu = ({ session, loadsDocument, canFind }: Props) => {
  const { t, language } = useTexts();
  const [leaving, setLeaving] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="bar-button"
        popoverTarget={id}
        aria-label={
          session
            ? t('common.labelled', { field: t('shell.nav.account'), text: namesOf(session).join(' ') })
            : t('common.labelled', { field: t('shell.language'), text: t(`shell.languages.${language}`) })
        }
      >
        {session ? (
          <>
            <PersonIcon />
            <span className="bar-who">
              {namesOf(session).map((name, index) => (
                <Fragment key={name}>
                  {index > 0 && ' '}
                  <span>{name}</span>
                </Fragment>
              ))}
            </span>
          </>
        ) : (
          <>
            <GlobeIcon />
            <span className="bar-word">{t(`shell.languages.${language}`)}</span>
          </>
        )}
      </button>
      <div
        id={id}
        className="account-menu"
        popover="auto"
        ref={menu}
        // It would lie over what has the focus next.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isElsewhere = relatedTarget && !currentTarget.contains(relatedTarget);
          if (isElsewhere && relatedTarget.getAttribute('popovertarget') !== id) currentTarget.hidePopover();
        }}
      >
        {session && (
          <div>
            <p className="label">{t('shell.signedInAs')}</p>
            <p>{session.email}</p>
          </div>
        )}
        <LanguageSwitch loadsDocument={loadsDocument} onChosen={() => menu.current?.hidePopover()} />
        {canFind && <ShortcutSwitch />}
        {session && (
          <button
            type="button"
            className="menu-item"
            disabled={leaving}
            onClick={() => {
              setLeaving(true);
              void signOut(session.region);
            }}
          >
            {t('shell.signOut')}
          </button>
        )}
      </div>
    </>
  );
};
