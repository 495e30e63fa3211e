import { demoStores } from '#scripts/demo/accounts.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { users } from '#shared/api/routes/users.ts';
import { addDays } from '#shared/dates/dates.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { eventsIn, now, repairsIn, returnsIn, sessionOf, sessions, usersIn } from './data.ts';
import type { Who } from './data.ts';
import { returnFileReport, usersFileReport } from './reports.ts';
import { answers, refuses, uploadPath } from './stubbed-responses.ts';
import type { Answer, Asked } from './stubbed-responses.ts';

const defaultLimit = 25;

/** Returns a page of the matching items, with a cursor if there are more. */
const createPage = <Item extends object>(
  items: readonly Item[],
  query: URLSearchParams,
  matches: (item: Item) => boolean = () => true,
) => {
  const limit = Number(query.get('limit') ?? defaultLimit);
  const matching = items.filter(matches);
  return { items: matching.slice(0, limit), ...(matching.length > limit && { cursor: 'more' }) };
};

type ListedRecord = Pick<Repair, 'id' | 'rma' | 'storeRefNo' | 'storeId' | 'createdAt'> & { readonly state: string };

/** Staff only see their own store's records; the search matches prefixes of references and RMA numbers. */
const createRecordLister =
  (viewer: Who) =>
  <Item extends ListedRecord>(records: readonly Item[], { region, query }: Asked) => {
    const state = query.get('state');
    const to = query.get('to');
    const search = query.get('search') ?? '';
    return createPage(
      records,
      query,
      (item) =>
        (viewer === 'admin' || item.storeId === demoStores[region][0].id) &&
        (state === null || item.state === state) &&
        (to === null || item.createdAt.slice(0, 10) <= to) &&
        [item.storeRefNo, item.rma ?? ''].some((text) => text.startsWith(search)),
    );
  };

const today = now.toISOString().slice(0, 10);

const rangeByDueFilter: Readonly<Record<string, readonly [from: string, to: string]>> = {
  today: [today, today],
  week: [today, addDays(today, 6)],
  all: ['', '~'],
};

/** Returns the repairs with a deadline in the requested range, soonest first; all repairs without a due filter. */
const filterByDeadline = (allRepairs: readonly Repair[], { query }: Asked): readonly Repair[] => {
  const due = query.get('due');
  if (due === null) return allRepairs;
  const [from, to] = rangeByDueFilter[due] ?? ['', addDays(today, -1)];
  return allRepairs
    .flatMap((repair) => (repair.next ? [{ repair, ...repair.next }] : []))
    .filter(
      ({ promise, by }) =>
        promise !== 'rma' && (promise === 'arrival') === (due === 'complaint') && by >= from && by <= to,
    )
    .toSorted((first, second) => first.by.localeCompare(second.by))
    .map(({ repair }) => repair);
};

const findRecord = <Item extends ListedRecord>(records: readonly Item[], { query }: Asked): Item => {
  const record = records.find(({ id }) => id === query.get('id'));
  if (!record) throw new Error(`The walk has no record ${query}`);
  return record;
};

const listStores = ({ region }: Asked) => demoStores[region].map(({ id, name }) => ({ storeId: id, storeName: name }));

const upload = ({ origin }: Asked) => ({ key: 'uploads/walk', url: `${origin}${uploadPath}`, fields: {} });

export const usualAnswers = (viewer: Who): readonly Answer[] => {
  const records = createRecordLister(viewer);
  return [
    ...[auth.session, auth.refreshToken].map((route) =>
      viewer === 'visitor'
        ? refuses(route, 'MissingCookie')
        : answers(route, ({ region }) => sessionOf(viewer, region)),
    ),
    answers(auth.listSessions, () => ({ sessions, secondFactor: false })),
    answers(stores.listStores, (request) => ({ items: listStores(request) })),
    answers(stores.ownStore, (request) => listStores(request)[0] ?? { storeId: '', storeName: '' }),
    answers(repairs.listRepairs, (request) => records(filterByDeadline(repairsIn[request.region], request), request)),
    answers(repairs.findRepair, (request) => findRecord(repairsIn[request.region], request)),
    answers(repairs.findDevice, () => ({ repairs: [], returns: [], hasMore: false })),
    answers(returns.listReturns, (request) => records(returnsIn[request.region], request)),
    answers(returns.findReturn, (request) => findRecord(returnsIn[request.region], request)),
    answers(returns.findSerialNumbers, () => ({ items: [] })),
    answers(returnFiles.requestUpload, upload),
    answers(returnFiles.readReturnFile, ({ region }) => ({ report: returnFileReport(region), hash: 'a'.repeat(64) })),
    answers(userFiles.requestUserUpload, upload),
    answers(userFiles.readUserFile, ({ region }) => ({ report: usersFileReport(region) })),
    answers(users.listUsers, ({ region, query }) => createPage(usersIn[region], query)),
    answers(users.findUser, ({ region, query }) => {
      const user = usersIn[region].find(({ sub }) => sub === query.get('sub'));
      if (!user) throw new Error(`The walk has no user ${query}`);
      return { user, sessions: sessions.slice(1), obstacles: [] };
    }),
    answers(users.listAuditEvents, ({ region, query }) =>
      createPage(eventsIn[region], query, ({ sub }) => query.get('sub') === null || sub === query.get('sub')),
    ),
    answers(jobs.latestJob, () => ({ jobs: [] })),
  ];
};
