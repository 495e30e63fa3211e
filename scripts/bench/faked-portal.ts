import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { addDays, calendarDate } from '#shared/dates.ts';
import type { Group } from '#shared/groups.ts';
import { apiStage } from '#shared/http.ts';
import { regions } from '#shared/regions.ts';
import type { AcceptedLine } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { summaryOfLines } from '#shared/returns/return.ts';
import { benchStore, region } from '../testing/signed-in.ts';
import { repairRecord } from './repair-records.ts';

const hour = 3_600_000;
const createdAt = '2026-11-01T12:00:00.000Z';

/** What the page remembers of a session, in its storage. */
export const sessionMarks = () =>
  ['until', 'idleUntil'].map((name) => [`session.${region}.${name}`, String(Date.now() + hour)] as const);

type Sent = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
  readonly origin: string;
};
type Answers = Readonly<Record<string, (sent: Sent) => { readonly status?: number; readonly body: unknown }>>;

/** As many lines as a return can have, as a file's report holds them. */
const acceptedLines = (): AcceptedLine[] => {
  const today = calendarDate(new Date(), regions[region].timeZone);
  return Array.from({ length: returnLimits.lines }, (_, index) => {
    const item = returnItems[index % returnItems.length];
    if (!item) throw new Error('the catalogue is empty');
    return {
      row: index + 2,
      product: item.key,
      ean: item.ean,
      productDescription: returnItemLabel(item, 'en'),
      purchaseDate: addDays(today, -10),
      returnDate: today,
      serialNumber: `XTW7${String(index).padStart(10, '0')}`,
    };
  });
};

const returnRecord = (index: number, lines: readonly { readonly product: string }[]) => ({
  id: `0b0f1a52-9f8e-4a3c-8d59-${String(index).padStart(12, '0')}`,
  ...benchStore,
  storeRefNo: `RET-${index}`,
  createdAt,
  rma: `UK${index}`,
  state: 'registered',
  ...summaryOfLines(lines),
});

const pageOf = (all: number, { query }: Sent, record: (index: number) => unknown) => {
  const begin = Number(query.get('cursor') ?? 0);
  const end = Math.min(all, begin + Number(query.get('limit') ?? 25));
  return {
    items: Array.from({ length: end - begin }, (_, index) => record(begin + index)),
    ...(end < all && { cursor: String(end) }),
  };
};

type Options = {
  /** Beside the region's own group. */
  readonly groups: readonly Group[];
  /** How many repairs, and as many returns, there are. */
  readonly records: number;
};

const answersOf = ({ groups, records }: Options): Answers => ({
  [`GET auth/${region}/session`]: () => ({
    body: {
      email: 'repairs@nuk.example',
      userGroups: [...groups, regions[region].group],
      isAdminUser: groups.includes('admin'),
      isRegisterReturnsAllowed: groups.includes('register-returns') || groups.includes('admin'),
      store: benchStore,
      jwt_expired: new Date(Date.now() + hour).toISOString(),
    },
  }),
  [`GET auth/${region}/sessions`]: () => ({ body: { sessions: [], secondFactor: false } }),
  [`GET repairs/${region}`]: (sent) => ({ body: pageOf(records, sent, repairRecord) }),
  [`GET returns/${region}`]: (sent) => {
    const lines = returnItems.slice(0, 5).map(({ key }) => ({ product: key }));
    return { body: pageOf(records, sent, (index) => returnRecord(index, lines)) };
  },
  [`GET stores/${region}`]: () => ({ body: { items: [benchStore] } }),
  [`GET stores/${region}/own`]: () => ({ body: benchStore }),
  [`GET jobs/${region}/latest`]: () => ({ body: {} }),
  [`GET users/${region}`]: (sent) => ({
    body: pageOf(records, sent, (index) => ({
      sub: randomUUID(),
      email: `user-${index}@nuk.example`,
      ...benchStore,
      status: 'confirmed',
      roles: ['register-repairs'],
      enabled: true,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    })),
  }),
  [`POST returns/${region}/serial-numbers`]: () => ({ body: { items: [] } }),
  [`POST returns/${region}/uploads`]: ({ origin }) => ({
    body: { key: 'uploads/1', url: `${origin}/${apiStage}/bucket`, fields: {} },
  }),
  'POST bucket': () => ({ status: 204, body: undefined }),
  [`POST returns/${region}/files`]: () => ({
    body: {
      report: {
        outcome: 'read',
        ...benchStore,
        storeRefNo: 'FILE-1',
        unnamed: [],
        rows: returnLimits.lines,
        accepted: acceptedLines(),
        dropped: [],
        refused: [],
        otherSheets: [],
        hiddenRows: [],
        contradictions: [],
      },
      hash: 'a'.repeat(64),
      serialsSentBefore: [],
    },
  }),
  [`POST returns/${region}`]: ({ body: { lines, id, storeRefNo } }) => {
    const booked = lines as readonly { readonly product: string }[];
    return {
      status: 201,
      body: { ...returnRecord(1, booked), id, storeRefNo, lines: booked, version: 1, timeline: [] },
    };
  },
});

const nothing = { status: 404, body: { error: { code: 'NotFound', message: '', requestId: '' } } };

/** What stands behind the page: as much of the API as its pages ask for, at once and with nothing behind it. */
export const fakedPortal = (options: Options) => {
  const answers = answersOf(options);
  return async (request: IncomingMessage): Promise<{ readonly status?: number; readonly body: unknown }> => {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', origin);
    const answer = answers[`${request.method} ${pathname.slice(`/${apiStage}/`.length)}`];
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const body = isJson ? ((await json(request)) as Sent['body']) : {};
    request.resume();
    return answer?.({ body, query, origin }) ?? nothing;
  };
};

export type FakedPortal = ReturnType<typeof fakedPortal>;
