import type { Session } from '#web/session/session-store.ts';
import { guard } from './guard.ts';
import { pages } from './pages.ts';

const groups = [
  { entries: ['home'] },
  { title: 'repairs', entries: ['bookRepair', 'submittedRepairs', 'trackRepair'] },
  { title: 'returns', entries: ['bookReturn', 'submittedReturns'] },
  { title: 'account', entries: ['changePassword', 'register', 'manageUsers'] },
] as const;

type Group = (typeof groups)[number];
export type DrawerEntry = Group['entries'][number];

export const visibleGroups = (session: Session, returnsAvailable: boolean) =>
  groups.flatMap((group) => {
    const entries = group.entries.filter(
      (name: DrawerEntry) =>
        guard({ page: pages[name], region: session.region, session, returnsAvailable }) === 'allow',
    );
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
