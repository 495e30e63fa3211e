import type { PageName } from '#shared/paths.ts';
import type { TextKey } from '#web/language/i18n.ts';
import type { Session } from '#web/session/session-store.ts';
import { guard } from './guard.ts';
import { pages } from './pages.ts';

type Entry = { readonly name: PageName; readonly label: TextKey };

/** The drawer's links in their order; what is not yet built, or not for this user, is left out. */
const entries = [
  { name: 'home', label: 'shell.nav.home' },
  { name: 'bookRepair', label: 'shell.nav.bookRepair' },
  { name: 'submittedRepairs', label: 'shell.nav.submittedRepairs' },
  { name: 'trackRepair', label: 'shell.nav.trackRepair' },
  { name: 'bookReturn', label: 'shell.nav.bookReturn' },
  { name: 'submittedReturns', label: 'shell.nav.submittedReturns' },
] as const satisfies readonly Entry[];

const accountEntries = [
  { name: 'changePassword', label: 'shell.nav.changePassword' },
  { name: 'register', label: 'shell.nav.register' },
  { name: 'manageUsers', label: 'shell.nav.manageUsers' },
] as const satisfies readonly Entry[];

/** The links that a user's groups and the region allow, by the guard that the pages themselves ask. */
const visible =
  <One extends Entry>(all: readonly One[]) =>
  (session: Session, returnsAvailable: boolean) =>
    all.filter(({ name }) => {
      const page = pages[name];
      return page && guard({ page, region: session.region, session, returnsAvailable }) === 'allow';
    });

export const visibleEntries = visible(entries);
export const visibleAccountEntries = visible(accountEntries);
