import Badge from '@cloudscape-design/components/badge';
import Icon from '@cloudscape-design/components/icon';
import type { IconProps } from '@cloudscape-design/components/icon';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import type { SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import './drawer.css';
import { useLocation } from 'react-router';
import { paths } from '#shared/api/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { useParkedDraftCounter } from '#web/components/drafts/use-parked-draft-counter.ts';
import { useSupportDialog } from '#web/components/use-support-dialog.tsx';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Session } from '#web/session/session-store.ts';
import { useFollowLink } from '#web/ui/use-follow-link.ts';
import { guard } from './guard.ts';
import { pages } from './pages.ts';

/** Navigation entries in display order, grouped under optional headings. */
const groups = [
  { entries: ['home', 'overview'] },
  { title: 'repairs', entries: ['bookRepair', 'submittedRepairs', 'trackRepair'] },
  { title: 'returns', entries: ['bookReturn', 'submittedReturns'] },
  { title: 'account', entries: ['changePassword', 'register', 'manageUsers'] },
] as const;

type Entry = (typeof groups)[number]['entries'][number];

/** Returns the navigation groups whose pages the guard allows for this session and region. */
export const findVisibleGroups = (session: Session, returnsAvailable: boolean) =>
  groups.flatMap((group) => {
    const entries = group.entries.filter(
      (name: Entry) => guard({ page: pages[name], region: session.region, session, returnsAvailable }) === 'allow',
    );
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });

const homeIcon = (
  <svg viewBox="0 0 16 16" focusable="false">
    <path d="M2 7 8 2l6 5v7h-4v-4H6v4H2Z" />
  </svg>
);
const overviewIcon = (
  <svg viewBox="0 0 16 16" focusable="false">
    <path d="M2 2v12h12M5.5 11V8M8.5 11V5M11.5 11V7" />
  </svg>
);
const customIcons = { home: homeIcon, overview: overviewIcon } as const;
const icons: Record<Exclude<Entry, keyof typeof customIcons>, IconProps.Name> = {
  bookRepair: 'add-plus',
  submittedRepairs: 'list-view',
  trackRepair: 'location-pin',
  bookReturn: 'add-plus',
  submittedReturns: 'list-view',
  changePassword: 'key',
  register: 'user-profile',
  manageUsers: 'group',
};

export const Drawer = ({ session, onFollowed }: { readonly session: Session; readonly onFollowed: () => void }) => {
  const { t } = useTexts();
  const place = usePlace();
  const followLink = useFollowLink();
  const { pathname } = useLocation();
  const { openDialog, dialog } = useSupportDialog();
  const { returnsAvailable, supportUrl } = getConfig().regions[place.region];
  const countParkedDrafts = useParkedDraftCounter(session);

  const items = findVisibleGroups(session, returnsAvailable).flatMap(
    ({ entries, ...group }): SideNavigationProps.Item[] => {
      const links = entries.map((name): SideNavigationProps.Link => {
        const count = name === 'bookRepair' || name === 'bookReturn' ? countParkedDrafts(name) : 0;
        return {
          type: 'link',
          text: t(`shell.nav.${name}`),
          href: paths[name](place),
          icon: name === 'home' || name === 'overview' ? <Icon svg={customIcons[name]} /> : <Icon name={icons[name]} />,
          ...(count > 0 && {
            info: (
              <Badge>
                <span aria-hidden="true">{count}</span>
                <span className="visually-hidden">{t('draft.count', { count })}</span>
              </Badge>
            ),
          }),
        };
      });
      return 'title' in group ? [{ type: 'section-group', title: t(`shell.nav.${group.title}`), items: links }] : links;
    },
  );

  return (
    <>
      <SideNavigation
        activeHref={pathname}
        items={[
          ...items,
          { type: 'divider' },
          {
            type: 'link',
            text: t('shell.support.link'),
            href: supportUrl,
            icon: <Icon name="support" />,
            external: true,
            // Parentheses separate the label from the link text, which Cloudscape joins without a space.
            externalIconAriaLabel: `(${t('shell.opensInNewTab')})`,
          },
        ]}
        onFollow={(event) => {
          if (event.detail.external) {
            event.preventDefault();
            return openDialog();
          }
          followLink(event, event.detail.href);
          onFollowed();
        }}
      />
      {dialog}
    </>
  );
};
