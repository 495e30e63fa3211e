import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/http/log.ts';
import { webConfigPath } from '#shared/http.ts';
import type { RegionId } from '#shared/regions.ts';
import { byRegion, regionIds } from '#shared/regions.ts';
import { canaryHandler, probesOf } from './canary.ts';

const now = new Date('2026-11-21T10:00:00Z');
const config = {
  stage: 'qa',
  trackingUrl: 'https://tracking.example.com',
  captcha: { provider: 'recaptcha', scriptUrl: 'https://captcha.example.com', siteKey: 'key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street'], email: 'repairs@example.com' },
  regions: byRegion(() => ({
    returnsAvailable: true,
    returnPeriodDays: 30,
    supportUrl: 'https://support.example.com',
  })),
};

type Given = readonly [status: number, type: string, body: string];
const page: Given = [
  200,
  'text/html',
  '<div id="root"></div><script type="module" crossorigin src="/assets/main-1.js">',
];
const refused: Given = [401, 'application/json', JSON.stringify({ error: { code: 'MissingCookie' } })];

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

const lookAt = async (faults: Record<string, Given> = {}, oldest: Partial<Record<RegionId, Date | Error>> = {}) => {
  const answers: Record<string, Given> = {
    '/': page,
    '/assets/main-1.js': [200, 'text/javascript', ''],
    [webConfigPath]: [200, 'application/json', JSON.stringify(config)],
    ...faults,
  };
  const asked: string[] = [];
  server = createServer((request, response: ServerResponse) => {
    const path = request.url ?? '';
    asked.push(`${request.headers.cookie ?? 'nobody'} ${path}`);
    const [status, type, body] = answers[path] ?? refused;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const canary = canaryHandler({
    probes: probesOf({ site, stage: 'qa', fetch, timeoutMs: 1000 }),
    pending: {
      oldest: async (_, region) => {
        const found = oldest[region];
        if (found instanceof Error) throw found;
        return found;
      },
    },
    now: () => now,
    log: jsonLog((line) => lines.push(line)),
  });
  const ended = await canary().then(
    () => 'fine',
    (error: Error) => error.message,
  );
  return { ended, asked, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

test('asks, as nobody, for the page, its script and configuration, and of each feature something that it has to refuse', async () => {
  const { ended, asked } = await lookAt();
  expect(ended).toBe('fine');
  expect(asked.toSorted()).toEqual(
    [
      '/',
      '/assets/main-1.js',
      '/config.json',
      '/api/auth/nuk/session',
      '/api/jobs/nuk/latest',
      '/api/repairs/nuk',
      '/api/returns/nuk',
      '/api/stores/nuk',
      '/api/users/nuk',
    ]
      .map((path) => `nobody ${path}`)
      .toSorted(),
  );
});

test.each([
  ['the page is missing', { '/': [404, 'text/html', ''] }, 'page'],
  ['the page names no script', { '/': [200, 'text/html', '<html>'] }, 'page'],
  ['its script is missing', { '/assets/main-1.js': [404, 'text/html', ''] }, 'page'],
  ['its script is a page', { '/assets/main-1.js': page }, 'page'],
  [
    'the configuration is of another stage',
    { [webConfigPath]: [200, 'application/json', JSON.stringify({ ...config, stage: 'dev' })] },
    'configuration',
  ],
  ['the configuration is broken', { [webConfigPath]: [200, 'application/json', '{}'] }, 'configuration'],
  [
    'the API takes CloudFront for somebody else',
    { '/api/repairs/nuk': [403, 'application/json', JSON.stringify({ error: { code: 'InsufficientAccess' } })] },
    'repairs',
  ],
  ['the API lets anybody in', { '/api/users/nuk': [200, 'application/json', '{}'] }, 'users'],
  ['the gateway is at its limit', { '/api/auth/nuk/session': [429, 'application/json', '{}'] }, 'auth'],
  ['the API sends somewhere else', { '/api/stores/nuk': [302, 'application/json', ''] }, 'stores'],
] as const)('fails when %s, and says which look did', async (_, faults, look) => {
  const { ended, logged } = await lookAt(faults);
  expect(ended).toBe(`not as it should be: ${look}`);
  expect(logged).toContainEqual(expect.objectContaining({ level: 'error', message: 'look failed', look }));
});

test('logs for each region how many hours the oldest record has waited for its RMA number', async () => {
  const { ended, logged } = await lookAt({}, { nuk: new Date('2026-11-19T09:30:00Z') });
  expect(ended).toBe('fine');
  expect(logged.filter(({ look }) => look === 'repairs')).toEqual(
    regionIds.map((region) => ({
      level: 'info',
      message: 'waiting for RMA',
      look: 'repairs',
      region,
      counts: { hours: region === 'nuk' ? 48 : 0 },
    })),
  );
});

test('looks at the rest when the records cannot be asked for', async () => {
  const { ended, asked } = await lookAt({}, { nuk: new Error('anna@store.example') });
  expect(ended).toBe('not as it should be: waiting for RMA');
  expect(asked).toHaveLength(9);
});
