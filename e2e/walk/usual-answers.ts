import { demoStores } from '#scripts/demo/accounts.ts';
import { addDays } from '#shared/dates.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { auth } from '#shared/routes/auth.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { returns } from '#shared/routes/returns.ts';
import { stores } from '#shared/routes/stores.ts';
import { userFiles } from '#shared/routes/user-files.ts';
import { users } from '#shared/routes/users.ts';
import { answers, refuses, uploadPath } from './answers.ts';
import type { Answer, Asked } from './answers.ts';
import { eventsIn, now, repairsIn, returnsIn, sessionOf, sessions, usersIn } from './data.ts';
import type { Who } from './data.ts';
import { returnFileReport, usersFileReport } from './reports.ts';

const usualLimit = 25;

/** A page of a list: what fits the filters that were asked for, and a cursor where there is more. */
const pageOf = <Item extends object>(
  items: readonly Item[],
  query: URLSearchParams,
  is: (item: Item) => boolean = () => true,
) => {
  const limit = Number(query.get('limit') ?? usualLimit);
  const found = items.filter(is);
  return { items: found.slice(0, limit), ...(found.length > limit && { cursor: 'more' }) };
};

type Listed = Pick<Repair, 'id' | 'rma' | 'storeRefNo' | 'storeId' | 'createdAt'> & { readonly state: string };

/** Staff see their own store's; what is searched for begins the reference or the RMA number. */
const recordsFor =
  (who: Who) =>
  <Item extends Listed>(records: readonly Item[], { region, query }: Asked) => {
    const [state, to, search = ''] = [query.get('state'), query.get('to'), query.get('search') ?? undefined];
    return pageOf(
      records,
      query,
      (item) =>
        (who === 'admin' || item.storeId === demoStores[region][0].id) &&
        (state === null || item.state === state) &&
        (to === null || item.createdAt.slice(0, 10) <= to) &&
        [item.storeRefNo, item.rma ?? ''].some((text) => text.startsWith(search)),
    );
  };

const today = now.toISOString().slice(0, 10);

const daysOf: Readonly<Record<string, readonly [from: string, to: string]>> = {
  today: [today, today],
  week: [today, addDays(today, 6)],
  all: ['', '~'],
};

/** The repairs of which something is due, soonest first; all of them where that isn't asked for. */
const dueOf = (all: readonly Repair[], { query }: Asked): readonly Repair[] => {
  const due = query.get('due');
  if (due === null) return all;
  const [from, to] = daysOf[due] ?? ['', addDays(today, -1)];
  return all
    .flatMap((repair) => (repair.next ? [{ repair, ...repair.next }] : []))
    .filter(
      ({ promise, by }) =>
        promise !== 'rma' && (promise === 'arrival') === (due === 'complaint') && by >= from && by <= to,
    )
    .toSorted((one, other) => one.by.localeCompare(other.by))
    .map(({ repair }) => repair);
};

const recordIn = <Item extends Listed>(records: readonly Item[], { query }: Asked): Item => {
  const found = records.find(({ id }) => id === query.get('id'));
  if (!found) throw new Error(`The walk has no record ${query}`);
  return found;
};

const knownStores = ({ region }: Asked) => demoStores[region].map(({ id, name }) => ({ storeId: id, storeName: name }));

const upload = ({ origin }: Asked) => ({ key: 'uploads/walk', url: `${origin}${uploadPath}`, fields: {} });

export const usualAnswers = (who: Who): readonly Answer[] => {
  const records = recordsFor(who);
  return [
    ...[auth.session, auth.refreshToken].map((route) =>
      who === 'visitor' ? refuses(route, 'MissingCookie') : answers(route, ({ region }) => sessionOf(who, region)),
    ),
    answers(auth.listSessions, () => ({ sessions, secondFactor: false })),
    answers(stores.listStores, (asked) => ({ items: knownStores(asked) })),
    answers(stores.ownStore, (asked) => knownStores(asked)[0] ?? { storeId: '', storeName: '' }),
    answers(repairs.listRepairs, (asked) => records(dueOf(repairsIn[asked.region], asked), asked)),
    answers(repairs.findRepair, (asked) => recordIn(repairsIn[asked.region], asked)),
    answers(repairs.findDevice, () => ({ repairs: [], returns: [], hasMore: false })),
    answers(returns.listReturns, (asked) => records(returnsIn[asked.region], asked)),
    answers(returns.findReturn, (asked) => recordIn(returnsIn[asked.region], asked)),
    answers(returns.findSerialNumbers, () => ({ items: [] })),
    answers(returnFiles.requestUpload, upload),
    answers(returnFiles.readReturnFile, ({ region }) => ({ report: returnFileReport(region), hash: 'a'.repeat(64) })),
    answers(userFiles.requestUserUpload, upload),
    answers(userFiles.readUserFile, ({ region }) => ({ report: usersFileReport(region) })),
    answers(users.listUsers, ({ region, query }) => pageOf(usersIn[region], query)),
    answers(users.findUser, ({ region, query }) => {
      const user = usersIn[region].find(({ sub }) => sub === query.get('sub'));
      if (!user) throw new Error(`The walk has no user ${query}`);
      return { user, sessions: sessions.slice(1), obstacles: [] };
    }),
    answers(users.listAuditEvents, ({ region, query }) =>
      pageOf(eventsIn[region], query, ({ sub }) => query.get('sub') === null || sub === query.get('sub')),
    ),
    answers(jobs.latestJob, () => ({ jobs: [] })),
  ];
};
