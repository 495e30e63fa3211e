import SideNavigation from '@cloudscape-design/components/side-navigation';
import type { SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Session } from '#web/session/session-store.ts';
import { lazily } from '#web/ui/lazily.tsx';
import { useFollowLink } from '#web/ui/link.tsx';
import { visibleAccountEntries, visibleEntries } from './navigation.ts';

const {
  Lazy: SupportDialog,
  usePreload,
  load,
} = lazily(async () => (await import('./support-dialog.tsx')).SupportDialog);

type Props = { readonly session: Session; readonly onFollowed: () => void };

/** The links of signed-in users. */
export const Drawer = ({ session, onFollowed }: Props) => {
  const { t } = useTexts();
  const place = usePlace();
  const follow = useFollowLink();
  const { pathname } = useLocation();
  const [asking, setAsking] = useState(false);
  usePreload();
  const { returnsAvailable, supportUrl } = config().regions[place.region];

  const linkTo = ({
    name,
    label,
  }: ReturnType<typeof visibleEntries | typeof visibleAccountEntries>[number]): SideNavigationProps.Link => ({
    type: 'link',
    text: t(label),
    href: paths[name](place),
  });
  const items: SideNavigationProps.Item[] = [
    ...visibleEntries(session, returnsAvailable).map(linkTo),
    {
      type: 'section-group',
      title: t('shell.nav.account'),
      items: visibleAccountEntries(session, returnsAvailable).map(linkTo),
    },
    { type: 'divider' },
    {
      type: 'link',
      text: t('shell.support.link'),
      href: supportUrl,
      external: true,
      // In brackets, as in the footer: it follows the text without a space.
      externalIconAriaLabel: `(${t('shell.opensInNewTab')})`,
    },
  ];

  return (
    <>
      <SideNavigation
        activeHref={pathname}
        items={items}
        onFollow={(event) => {
          if (event.detail.external) {
            event.preventDefault();
            return void load().then(setAsking);
          }
          follow(event, event.detail.href);
          onFollowed();
        }}
      />
      {asking && <SupportDialog url={supportUrl} onClose={() => setAsking(false)} />}
    </>
  );
};
