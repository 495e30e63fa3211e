import { demoStores } from '#scripts/demo/accounts.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { users } from '#shared/api/routes/users.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { addDays } from '#shared/dates/dates.ts';
import type { News } from '#shared/news/news.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import {
  auditEventsByRegion,
  now,
  repairsByRegion,
  returnsByRegion,
  createSession,
  sessions,
  usersByRegion,
} from './data.ts';
import type { Viewer } from './data.ts';
import { createReturnFileReport, createUsersFileReport } from './reports.ts';
import { stubResponse, stubError, uploadPath } from './stubbed-responses.ts';
import type { StubbedResponse, ApiRequest } from './stubbed-responses.ts';

const defaultLimit = 25;

/** Returns a page of the matching items, with a cursor if there are more. */
const createPage = <Item extends object>(
  items: readonly Item[],
  query: URLSearchParams,
  matches: (item: Item) => boolean = () => true,
) => {
  const limit = Number(query.get('limit') ?? defaultLimit);
  const matchingItems = items.filter(matches);
  return { items: matchingItems.slice(0, limit), ...(matchingItems.length > limit && { cursor: 'more' }) };
};

type ListedRecord = Pick<Repair, 'id' | 'rma' | 'storeRefNo' | 'storeId' | 'createdAt'> & { readonly state: string };

/** Staff only see their own store's records; the search matches prefixes of references and RMA numbers. */
const createRecordLister =
  (viewer: Viewer) =>
  <Item extends ListedRecord>(records: readonly Item[], { region, query }: ApiRequest) => {
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

// '' sorts before every date, and '~' after.
const rangeByDueFilter: Readonly<Record<string, readonly [from: string, to: string]>> = {
  today: [today, today],
  week: [today, addDays(today, 6)],
  all: ['', '~'],
};

/** Returns the repairs with a deadline in the requested range, soonest first; all repairs without a due filter. */
const filterByDeadline = (allRepairs: readonly Repair[], { query }: ApiRequest): readonly Repair[] => {
  const due = query.get('due');
  if (due === null) return allRepairs;
  if (due === 'send')
    return allRepairs
      .filter(({ sendFrom }) => sendFrom !== undefined)
      .toSorted((first, second) => (first.sendFrom ?? '').localeCompare(second.sendFrom ?? ''));
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

const findRecord = <Item extends ListedRecord>(records: readonly Item[], { query }: ApiRequest): Item => {
  const record = records.find(({ id }) => id === query.get('id'));
  if (!record) throw new Error(`The walk has no record ${query}`);
  return record;
};

const listStores = ({ region }: ApiRequest) =>
  demoStores[region].map(({ id, name }) => ({ storeId: id, storeName: name }));

/** Creates the news of a store: three repairs of which the provider has reported, and a return. */
export const createNews = (region: RegionId): News => {
  const reportedRepairs = (['quoted', 'dispatched', 'returnedUnrepaired'] as const).flatMap((report) => {
    const repair = repairsByRegion[region].find(({ state }) => state === report);
    return repair ? [{ ...repair, kind: 'repairs' as const, at: now.toISOString(), news: [report] }] : [];
  });
  const registeredReturns = returnsByRegion[region]
    .filter(({ rma }) => rma !== null)
    .slice(0, 1)
    .map((record) => ({
      ...record,
      kind: 'returns' as const,
      at: addDays(now.toISOString().slice(0, 10), -3) + now.toISOString().slice(10),
      news: ['rmaAssigned' as const],
    }));
  const marks = { repairs: now.toISOString(), returns: now.toISOString(), day: now.toISOString().slice(0, 10) };
  return { items: [...reportedRepairs, ...registeredReturns], hasMore: false, marks };
};

const createUpload = ({ origin }: ApiRequest) => ({ key: 'uploads/walk', url: `${origin}${uploadPath}`, fields: {} });

/** Creates the API responses of the walk (docs/walk.md) for pages whose state lists no others. */
export const createDefaultResponses = (viewer: Viewer): readonly StubbedResponse[] => {
  const listRecords = createRecordLister(viewer);
  return [
    ...[auth.session, auth.refreshToken].map((route) =>
      viewer === 'visitor'
        ? stubError(route, 'MissingCookie')
        : stubResponse(route, ({ region }) => createSession(viewer, region)),
    ),
    stubResponse(auth.listSessions, () => ({ sessions, secondFactor: false })),
    stubResponse(auth.showDailyEmail, () => ({ state: 'off' as const })),
    stubResponse(stores.listStores, (request) => ({ items: listStores(request) })),
    stubResponse(stores.ownStore, (request) => listStores(request)[0] ?? { storeId: '', storeName: '' }),
    stubResponse(stores.showNews, ({ region }) => createNews(region)),
    stubResponse(stores.markNewsSeen, () => ({})),
    stubResponse(repairs.listRepairs, (request) =>
      listRecords(filterByDeadline(repairsByRegion[request.region], request), request),
    ),
    stubResponse(repairs.findRepair, (request) => findRecord(repairsByRegion[request.region], request)),
    stubResponse(repairs.findDevice, () => ({ repairs: [], returns: [], hasMore: false })),
    stubResponse(returns.listReturns, (request) => listRecords(returnsByRegion[request.region], request)),
    stubResponse(returns.findReturn, (request) => findRecord(returnsByRegion[request.region], request)),
    stubResponse(returns.findSerialNumbers, () => ({ items: [] })),
    stubResponse(returnFiles.requestUpload, createUpload),
    stubResponse(returnFiles.readReturnFile, ({ region }) => ({
      report: createReturnFileReport(region),
      hash: 'a'.repeat(64),
    })),
    stubResponse(userFiles.requestUserUpload, createUpload),
    stubResponse(userFiles.readUserFile, ({ region }) => ({ report: createUsersFileReport(region) })),
    stubResponse(users.listUsers, ({ region, query }) => createPage(usersByRegion[region], query)),
    stubResponse(users.findUser, ({ region, query }) => {
      const user = usersByRegion[region].find(({ sub }) => sub === query.get('sub'));
      if (!user) throw new Error(`The walk has no user ${query}`);
      return { user, sessions: sessions.slice(1), obstacles: [] };
    }),
    stubResponse(users.listAuditEvents, ({ region, query }) =>
      createPage(
        auditEventsByRegion[region],
        query,
        ({ sub }) => query.get('sub') === null || sub === query.get('sub'),
      ),
    ),
    stubResponse(jobs.latestJob, () => ({ jobs: [] })),
  ];
};
