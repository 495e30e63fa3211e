import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { webConfigPath } from '#shared/api/headers.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion, regionIds } from '#shared/config/regions.ts';
import { createCanaryHandler, createProbes } from './canary.ts';

const now = new Date('2026-11-21T10:00:00Z');
const config = {
  stage: 'qa',
  trackingUrl: 'https://tracking.example.com',
  captcha: { provider: 'recaptcha', scriptUrl: 'https://captcha.example.com', siteKey: 'key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street'], email: 'repairs@example.com' },
  regions: createByRegion(() => ({
    returnsAvailable: true,
    returnPeriodDays: 30,
    supportUrl: 'https://support.example.com',
  })),
};

type StubResponse = readonly [status: number, type: string, body: string];
const page: StubResponse = [
  200,
  'text/html',
  '<div id="root"></div><script type="module" crossorigin src="/assets/main-1.js">',
];
const missingCookie: StubResponse = [401, 'application/json', JSON.stringify({ error: { code: 'MissingCookie' } })];

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

const runCanary = async (
  changedResponses: Record<string, StubResponse> = {},
  oldestByRegion: Partial<Record<RegionId, Date | Error>> = {},
) => {
  const responses: Record<string, StubResponse> = {
    '/': page,
    '/assets/main-1.js': [200, 'text/javascript', ''],
    [webConfigPath]: [200, 'application/json', JSON.stringify(config)],
    ...changedResponses,
  };
  const requests: string[] = [];
  server = createServer((request, response: ServerResponse) => {
    const path = request.url ?? '';
    requests.push(`${request.headers.cookie ?? 'anonymous'} ${path}`);
    const [status, type, body] = responses[path] ?? missingCookie;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const canary = createCanaryHandler({
    probes: createProbes({ site, stage: 'qa', fetch, timeoutMs: 60_000 }),
    pending: {
      findOldest: async (_, region) => {
        const result = oldestByRegion[region];
        if (result instanceof Error) throw result;
        return result;
      },
    },
    now: () => now,
    log: jsonLog((line) => lines.push(line)),
  });
  const outcome = await canary().then(
    () => 'fine',
    (error: Error) => error.message,
  );
  return { outcome, requests, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

test('probes page, script, configuration and each feature', async () => {
  const { outcome, requests } = await runCanary();
  expect(outcome).toBe('fine');
  expect(requests.toSorted()).toEqual(
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
      .map((path) => `anonymous ${path}`)
      .toSorted(),
  );
});

test.each([
  ['the page is missing', { '/': [404, 'text/html', ''] }, 'page'],
  ['the page has no script', { '/': [200, 'text/html', '<html>'] }, 'page'],
  ['the script is missing', { '/assets/main-1.js': [404, 'text/html', ''] }, 'page'],
  ['the script is a page', { '/assets/main-1.js': page }, 'page'],
  [
    'the configuration is of another stage',
    { [webConfigPath]: [200, 'application/json', JSON.stringify({ ...config, stage: 'dev' })] },
    'configuration',
  ],
  ['the configuration is broken', { [webConfigPath]: [200, 'application/json', '{}'] }, 'configuration'],
  [
    'the API rejects the origin secret',
    { '/api/repairs/nuk': [403, 'application/json', JSON.stringify({ error: { code: 'InsufficientAccess' } })] },
    'repairs',
  ],
  ['the API accepts anonymous requests', { '/api/users/nuk': [200, 'application/json', '{}'] }, 'users'],
  ['the gateway is at its limit', { '/api/auth/nuk/session': [429, 'application/json', '{}'] }, 'auth'],
  ['the API redirects', { '/api/stores/nuk': [302, 'application/json', ''] }, 'stores'],
] as const)('fails and names the failed probe when %s', async (_, changedResponses, look) => {
  // The log names a probe in the field `look`.
  const { outcome, logged } = await runCanary(changedResponses);
  expect(outcome).toBe(`not as it should be: ${look}`);
  expect(logged).toContainEqual(expect.objectContaining({ level: 'error', message: 'look failed', look }));
});

test('logs how long the oldest record has waited per region', async () => {
  const { outcome, logged } = await runCanary({}, { nuk: new Date('2026-11-19T09:30:00Z') });
  expect(outcome).toBe('fine');
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

test('runs the other probes when the records cannot be read', async () => {
  const { outcome, requests } = await runCanary({}, { nuk: new Error('anna@store.example') });
  expect(outcome).toBe('not as it should be: waiting for RMA');
  expect(requests).toHaveLength(9);
});
