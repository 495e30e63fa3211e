import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { resolveProjectPath } from '#infra/project.ts';
import type { Certificate } from '#scripts/local-cloud/certificate.ts';
import { serve, serveHttp2 } from '#scripts/local-cloud/servers.ts';
import { createReturnBooking } from '#scripts/testing/records.ts';
import { benchStore, benchRegion } from '#scripts/testing/signed-in-user.ts';
import { apiStage, webConfigPath } from '#shared/api/headers.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { createByRegion, regions } from '#shared/config/regions.ts';
import type { WebConfig } from '#shared/config/web-config.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { returnSummary } from '#shared/returns/return.ts';
import type { ReturnBooking } from '#shared/testing/return.ts';
import { buildReturn, buildReturnLine } from '#shared/testing/return.ts';
import { buildUser } from '#shared/testing/user.ts';
import type { Group } from '#shared/users/groups.ts';
import { userSummary } from '#shared/users/user.ts';
import { buildRepairRecord } from './filled-database.ts';

const createdAt = '2026-11-01T12:00:00.000Z';
const computeOneHourFromNow = () => Date.now() + 3_600_000;

/** Creates the session entries that the page stores in localStorage. */
export const createSessionEntries = () =>
  ['until', 'idleUntil'].map((name) => [`session.${benchRegion}.${name}`, String(computeOneHourFromNow())] as const);

type ApiRequest = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
  readonly origin: string;
};

const sampleLines = returnItems.slice(0, 5).map(({ key: product }) => buildReturnLine({ product }));

const createReturnSummary = (index: number) =>
  returnSummary.parse(
    buildReturn({
      id: `0b0f1a52-9f8e-4a3c-8d59-${String(index).padStart(12, '0')}`,
      ...benchStore,
      storeRefNo: `RET-${index}`,
      createdAt,
      rma: `UK${index}`,
      state: 'registered',
      lines: sampleLines,
    }),
  );

const createUserSummary = (index: number) =>
  userSummary.parse(
    buildUser({
      sub: randomUUID(),
      email: `user-${index}@nuk.example`,
      ...benchStore,
      createdAt,
      updatedAt: createdAt,
      lastSignInAt: undefined,
    }),
  );

const createFileReport = () => ({
  outcome: 'read',
  ...benchStore,
  storeRefNo: 'FILE-1',
  unnamed: [],
  rows: returnLimits.lines,
  accepted: createReturnBooking('', new Date()).lines.map((line, index) => ({ row: index + 2, ...line })),
  dropped: [],
  refused: [],
  otherSheets: [],
  hiddenRows: [],
  contradictions: [],
});

type SiteOptions = {
  /** Groups of the user in addition to the group of the region. */
  readonly groups?: readonly Group[];
  /** Number of items in each list. */
  readonly recordCount: number;
  /** Serves HTTP/2 with this certificate, as CloudFront does; else HTTP/1.1. */
  readonly certificate?: Certificate | undefined;
  /** Folder of the served files, if they are not those of the portal. */
  readonly folder?: string;
};

const createResponses = ({
  groups = [],
  recordCount,
}: SiteOptions): Readonly<Record<string, (request: ApiRequest) => unknown>> => {
  const createSession = () => ({
    email: 'repairs@nuk.example',
    userGroups: [...groups, regions[benchRegion].group],
    isAdminUser: groups.includes('admin'),
    isRegisterReturnsAllowed: groups.includes('register-returns') || groups.includes('admin'),
    store: benchStore,
    jwt_expired: new Date(computeOneHourFromNow()).toISOString(),
  });
  const createListResponse =
    (createItem: (index: number) => unknown) =>
    ({ query }: ApiRequest) => {
      const start = Number(query.get('cursor') ?? 0);
      const end = Math.min(recordCount, start + Number(query.get('limit') ?? 25));
      const items = Array.from({ length: end - start }, (_, index) => createItem(start + index));
      return { items, ...(end < recordCount && { cursor: String(end) }) };
    };
  return {
    [`POST auth/${benchRegion}/login`]: () => createSession(),
    [`GET auth/${benchRegion}/session`]: () => createSession(),
    [`GET auth/${benchRegion}/sessions`]: () => ({ sessions: [], secondFactor: false }),
    [`GET repairs/${benchRegion}`]: createListResponse(buildRepairRecord),
    [`GET returns/${benchRegion}`]: createListResponse(createReturnSummary),
    [`GET users/${benchRegion}`]: createListResponse(createUserSummary),
    [`GET stores/${benchRegion}`]: () => ({ items: [benchStore] }),
    [`GET stores/${benchRegion}/own`]: () => benchStore,
    [`GET jobs/${benchRegion}/latest`]: () => ({ jobs: [] }),
    [`POST returns/${benchRegion}/serial-numbers`]: () => ({ items: [] }),
    [`POST returns/${benchRegion}/uploads`]: ({ origin }) => ({
      key: 'uploads/1',
      url: `${origin}/${apiStage}/bucket`,
      fields: {},
    }),
    'POST bucket': () => null,
    [`POST returns/${benchRegion}/files`]: () => ({
      report: createFileReport(),
      hash: 'a'.repeat(64),
      serialsSentBefore: [],
    }),
    [`POST returns/${benchRegion}`]: ({ body }) => {
      const { id, storeRefNo, lines } = body as ReturnBooking;
      return buildReturn({ id, storeRefNo, lines, ...benchStore, createdAt });
    },
  };
};

export const pageFolder = resolveProjectPath('dist/web');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const captchaScriptPath = '/captcha.js';
/** Script of a captcha that is ticked as soon as it is shown. */
const captchaScript = `
  window.grecaptcha = { render: (container, { callback }) => callback('token'), reset: () => undefined };
  window.portalCaptchaLoaded();
`;

const createConfig = (origin: string): WebConfig => ({
  stage: 'bench',
  hasDailyEmail: true,
  trackingUrl: 'https://tracking.example/',
  captcha: { provider: 'recaptcha', scriptUrl: origin + captchaScriptPath, siteKey: 'key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: createByRegion(() => ({
    returnsAvailable: true,
    returnPeriodDays: 30,
    supportUrl: 'https://support.example/',
  })),
});

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressedFiles = new Map<string, Buffer>();

/** Sends a file compressed as by CloudFront; each file is compressed only once. */
const sendFile = (response: ServerResponse, file: string) => {
  const type = contentTypes[extname(file)] ?? 'application/octet-stream';
  response.setHeader('content-type', type);
  // The deployed site sends the same header (infra/website.ts).
  response.setHeader('cache-control', file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (type.startsWith('font')) return response.end(readFileSync(file));
  const body = compressedFiles.get(file) ?? brotliCompressSync(readFileSync(file), brotliOptions);
  compressedFiles.set(file, body);
  response.setHeader('content-encoding', 'br');
  return response.end(body);
};

/** Serves the built site, with immediate responses to the API calls of its pages, while `work` runs. */
export const runWithSite = async <Result>(
  options: SiteOptions,
  work: (origin: string) => Promise<Result>,
): Promise<Result> => {
  const { certificate, folder = pageFolder } = options;
  const scheme = certificate ? 'https' : 'http';
  const responses = createResponses(options);
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const origin = `${scheme}://${request.headers.host}`;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', origin);
    const sendJson = (body: unknown, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'br' })
        .end(brotliCompressSync(JSON.stringify(body), brotliOptions));
    if (pathname === webConfigPath) return sendJson(createConfig(origin));
    if (pathname === captchaScriptPath)
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(captchaScript);
    if (pathname.startsWith(`/${apiStage}/`)) {
      const respond = responses[`${request.method} ${pathname.slice(`/${apiStage}/`.length)}`];
      if (!respond) return sendJson({ error: { code: 'NotFound', message: '', requestId: '' } }, 404);
      const isJson = request.headers['content-type']?.includes('json') ?? false;
      const body = isJson ? ((await json(request)) as ApiRequest['body']) : {};
      request.resume();
      return sendJson(respond({ body, query, origin }));
    }
    const candidates = [pathname, `${pathname}.html`].map((path) => join(folder, path));
    const file = candidates.find((path) => existsSync(path) && statSync(path).isFile());
    return sendFile(response, file ?? join(folder, 'index.html'));
  };
  const listener: RequestListener = (request, response) => void handleRequest(request, response);
  const { port, close } = await (certificate ? serveHttp2(listener, certificate) : serve(listener));
  return work(`${scheme}://localhost:${port}`).finally(close);
};
