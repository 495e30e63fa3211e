import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { returnItems } from '#shared/catalogue/returns.ts';
import type { Group } from '#shared/groups.ts';
import { apiStage } from '#shared/http.ts';
import { regions } from '#shared/regions.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { summaryOfLines } from '#shared/returns/return.ts';
import { newReturn } from '../testing/records.ts';
import { benchStore, region } from '../testing/signed-in.ts';
import { repairRecord } from './repair-records.ts';

const createdAt = '2026-11-01T12:00:00.000Z';
const inAnHour = () => Date.now() + 3_600_000;

/** What the page remembers of a session, in its storage. */
export const sessionMarks = () =>
  ['until', 'idleUntil'].map((name) => [`session.${region}.${name}`, String(inAnHour())] as const);

type Sent = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
  readonly origin: string;
};
type Answer = { readonly status?: number; readonly body: unknown };

const returnRecord = (index: number, lines: readonly { readonly product: string }[]) => ({
  id: `0b0f1a52-9f8e-4a3c-8d59-${String(index).padStart(12, '0')}`,
  ...benchStore,
  storeRefNo: `RET-${index}`,
  createdAt,
  rma: `UK${index}`,
  state: 'registered',
  ...summaryOfLines(lines),
});
const someLines = returnItems.slice(0, 5).map(({ key }) => ({ product: key }));

const userRecord = (index: number) => ({
  sub: randomUUID(),
  email: `user-${index}@nuk.example`,
  ...benchStore,
  status: 'confirmed',
  roles: ['register-repairs'],
  enabled: true,
  createdAt,
  updatedAt: createdAt,
  version: 1,
});

const fileReport = () => ({
  outcome: 'read',
  ...benchStore,
  storeRefNo: 'FILE-1',
  unnamed: [],
  rows: returnLimits.lines,
  accepted: newReturn('', new Date()).lines.map((line, index) => ({ row: index + 2, ...line })),
  dropped: [],
  refused: [],
  otherSheets: [],
  hiddenRows: [],
  contradictions: [],
});

type Options = {
  /** Beside the region's own group. */
  readonly groups?: readonly Group[];
  readonly records: number;
};

const answersOf = ({ groups = [], records }: Options): Readonly<Record<string, (sent: Sent) => Answer>> => {
  const session = () => ({
    email: 'repairs@nuk.example',
    userGroups: [...groups, regions[region].group],
    isAdminUser: groups.includes('admin'),
    isRegisterReturnsAllowed: groups.includes('register-returns') || groups.includes('admin'),
    store: benchStore,
    jwt_expired: new Date(inAnHour()).toISOString(),
  });
  const listOf =
    (record: (index: number) => unknown) =>
    ({ query }: Sent): Answer => {
      const begin = Number(query.get('cursor') ?? 0);
      const end = Math.min(records, begin + Number(query.get('limit') ?? 25));
      const items = Array.from({ length: end - begin }, (_, index) => record(begin + index));
      return { body: { items, ...(end < records && { cursor: String(end) }) } };
    };
  return {
    [`GET auth/${region}/session`]: () => ({ body: session() }),
    [`GET auth/${region}/sessions`]: () => ({ body: { sessions: [], secondFactor: false } }),
    [`GET repairs/${region}`]: listOf(repairRecord),
    [`GET returns/${region}`]: listOf((index) => returnRecord(index, someLines)),
    [`GET users/${region}`]: listOf(userRecord),
    [`GET stores/${region}`]: () => ({ body: { items: [benchStore] } }),
    [`GET stores/${region}/own`]: () => ({ body: benchStore }),
    [`GET jobs/${region}/latest`]: () => ({ body: {} }),
    [`POST returns/${region}/serial-numbers`]: () => ({ body: { items: [] } }),
    [`POST returns/${region}/uploads`]: ({ origin }) => ({
      body: { key: 'uploads/1', url: `${origin}/${apiStage}/bucket`, fields: {} },
    }),
    'POST bucket': () => ({ body: null }),
    [`POST returns/${region}/files`]: () => ({
      body: { report: fileReport(), hash: 'a'.repeat(64), serialsSentBefore: [] },
    }),
    [`POST returns/${region}`]: ({ body: { lines, id, storeRefNo } }) => ({
      status: 201,
      body: { ...returnRecord(1, lines as typeof someLines), id, storeRefNo, lines, version: 1, timeline: [] },
    }),
  };
};

const nothing = { status: 404, body: { error: { code: 'NotFound', message: '', requestId: '' } } };

/** What stands behind the page: as much of the API as its pages ask for, at once and with nothing behind it. */
export const fakedPortal = (options: Options) => {
  const answers = answersOf(options);
  return async (request: IncomingMessage): Promise<Answer> => {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', origin);
    const answer = answers[`${request.method} ${pathname.slice(`/${apiStage}/`.length)}`];
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const body = isJson ? ((await json(request)) as Sent['body']) : {};
    request.resume();
    return answer?.({ body, query, origin }) ?? nothing;
  };
};
