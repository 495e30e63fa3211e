import { useState } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { useAddress } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { withEmail } from '#web/session/signing-in.ts';
import { focusHeading } from '#web/ui/page.tsx';
import { PlainButton, PlainButtonLink } from '#web/ui/plain-button.tsx';

type NoticeProps = { readonly text: string; readonly children: ReactNode };

/** A bar at the window's lower edge: it blocks nothing. */
const Notice = ({ text, children }: NoticeProps) => {
  const { t } = useTexts();
  return (
    <aside className="session-notice" aria-label={t('shell.alerts.label')}>
      <p role="alert">{text}</p>
      {children}
    </aside>
  );
};

/** Says when the session ends that nothing can prolong. */
export const SessionEnding = ({ endsAt }: { readonly endsAt: number }) => {
  const { t, formatTime } = useTexts();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Notice text={t('session.ending', { time: formatTime(endsAt) })}>
      <PlainButton
        onClick={() => {
          // The button goes with the notice.
          focusHeading();
          setDismissed(true);
        }}
      >
        {t('shell.alerts.dismiss')}
      </PlainButton>
    </Notice>
  );
};

/** Leads to the sign-in page in another tab, so that what was typed here stays. Its news then reach this tab. */
export const SessionOver = ({ region }: { readonly region: RegionId }) => {
  const { t } = useTexts();
  const { prefix = regions[region].prefix } = useAddress();
  const login = paths.login({ prefix, region });
  const email = sessionStore.lastUser(region);
  return (
    <Notice text={t('session.over')}>
      <PlainButtonLink
        href={email === undefined ? login : withEmail(login, email)}
        target="_blank"
        rel="noopener"
        reloadDocument
      >
        {t('session.signIn')} <span className="visually-hidden">({t('shell.opensInNewTab')})</span>
      </PlainButtonLink>
    </Notice>
  );
};
