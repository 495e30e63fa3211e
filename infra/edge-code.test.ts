import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { viewerIpHeader, viewerHostHeader, webConfigPath, securityTextPath } from '#shared/api/headers.ts';
import { wellKnownChangePassword } from '#shared/api/paths.ts';
import { prerenderedPages } from '#shared/api/prerendered-pages.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { buildEdgeCode } from './edge-code.ts';
import { stages } from './stages.ts';

type Handler = (event: unknown) => {
  uri?: string;
  statusCode?: number;
  headers?: Partial<Record<string, { value: string }>>;
};
const { legal, ...settingsWithoutExternalTexts } = stages.local.regions.nfr;
const stage = { regions: createByRegion(() => settingsWithoutExternalTexts) };
const loadHandler = (name: string, ownHost?: string): Handler => {
  const domain = ownHost ? { name: ownHost, hostedZoneId: 'Z1', hostedZoneName: ownHost } : undefined;
  return runInNewContext(`${buildEdgeCode(name, { ...stage, ...(domain && { domain }) })}; handler`);
};
const handler = loadHandler('rewrite');

const requestFor = (uri: string, querystring = {}, host = 'd1.cloudfront.net') => ({
  request: { method: 'GET', uri, querystring, headers: { host: { value: host } } },
});
const rewrite = (uri: string, querystring = {}) => handler(requestFor(uri, querystring));

test.each([
  '/FR/nfr',
  '/FR/nfr/repairs',
  '/uk/nuk',
  '/nuk/x',
  '/assets',
  wellKnownChangePassword,
  '/UK/nuk/R.1',
  '/x/assets/y',
])('serves the application for the page %s', (uri) => expect(rewrite(uri).uri).toBe('/index.html'));

test.each(prerenderedPages.map(({ path }) => path))('serves the prerendered document of %s', (uri) =>
  expect(rewrite(uri).uri).toBe(`${uri}.html`),
);

test('serves the landing page of the default language at the root', () => expect(rewrite('/').uri).toBe('/UK.html'));

test('serves the application for the legal pages of a region with external texts', () => {
  const regions = { ...stage.regions, nfr: { ...settingsWithoutExternalTexts, legal } };
  const externalHandler: Handler = runInNewContext(`${buildEdgeCode('rewrite', { regions })}; handler`);
  const serve = (uri: string) => externalHandler(requestFor(uri)).uri;
  expect(serve('/DE/nfr/legal-information/terms-of-service')).toBe('/index.html');
  expect(serve('/FR/nfr/legal-information/privacy-policy')).toBe('/index.html');
  expect(serve('/FR/nfr/auth/login')).toBe('/FR/nfr/auth/login.html');
  expect(serve('/FR/legal-information/privacy-policy')).toBe('/FR/legal-information/privacy-policy.html');
  expect(serve('/UK/nuk/legal-information/privacy-policy')).toBe('/UK/nuk/legal-information/privacy-policy.html');
});

test.each(['rewrite', 'viewer-host'])('keeps %s below CloudFront’s limit of 10 KB per function', (name) =>
  expect(Buffer.byteLength(buildEdgeCode(name, stage))).toBeLessThan(10_240),
);

test.each(['/UK/nuk/auth/login.html', '/uk', '/uk/nuk/auth/login', '/UK/xx/auth/login', '/UK/nuk/auth/login/x'])(
  'serves the application for %s, which is not prerendered',
  (uri) => expect(rewrite(uri).uri).toBe('/index.html'),
);

test.each([
  webConfigPath,
  securityTextPath,
  '/favicon.svg',
  '/robots.txt',
  '/assets/main-1.js',
  '/assets/missing.js',
  '/documents/dev/cancellation-form-en.pdf',
  '/index.html',
  '/favicon.ico',
  '/foo.txt',
  '/.env',
  '/.git/config',
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
])('keeps the path of the file %s, so that a missing file is a 404', (uri) => expect(rewrite(uri).uri).toBe(uri));

describe('rewriting a path with trailing slashes', () => {
  test.each([
    ['/UK/', '/UK'],
    ['/DE/ndach/repairs/', '/DE/ndach/repairs'],
    ['/UK///', '/UK'],
  ])('redirects %s permanently to the path without them', (uri, location) =>
    expect(rewrite(uri)).toMatchObject({ statusCode: 301, headers: { location: { value: location } } }),
  );

  test('keeps the query in the redirect', () =>
    expect(
      rewrite('/UK/nuk/', {
        a: { value: 'x%20y' },
        empty: { value: '' },
        many: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] },
      }).headers?.['location']?.value,
    ).toBe('/UK/nuk?a=x%20y&empty&many=1&many=2'));

  test.each(['//evil.example/', '/\\evil.example/', '///evil.example//', '/\\/evil.example/', '//'])(
    'never redirects %s to another site',
    (uri) =>
      expect(new URL(rewrite(uri).headers?.['location']?.value ?? '', 'https://portal.example.com').host).toBe(
        'portal.example.com',
      ),
  );
});

describe('rewriting on a stage with a domain', () => {
  const domainHandler = loadHandler('rewrite', 'portal.example.com');

  test.each(['/UK/nuk/auth/login', webConfigPath, '/', '//evil.example/', '/assets/main-1.js'])(
    'redirects from another host name to its own: %s',
    (uri) => {
      const { statusCode, headers } = domainHandler(requestFor(uri, { a: { value: 'x%20y' } }));
      expect([statusCode, headers?.['location']?.value]).toEqual([301, `https://portal.example.com${uri}?a=x%20y`]);
    },
  );

  test('serves its own host name', () =>
    expect(domainHandler(requestFor('/UK', {}, 'portal.example.com')).uri).toBe('/UK.html'));
});

describe('viewer-host', () => {
  const requestApi = (headers: Readonly<Record<string, string>>, ownHost: string) => {
    const requestHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
    const event = { viewer: { ip: '192.0.2.1' }, request: { method: 'POST', uri: '/api/x', headers: requestHeaders } };
    return loadHandler('viewer-host', ownHost)(event);
  };
  const forgedHeaders = { [viewerHostHeader]: 'evil.example', [viewerIpHeader]: '198.51.100.7' };

  test.each([
    ['', {}],
    ['', forgedHeaders],
    ['portal.example', forgedHeaders],
  ])(
    'sends the API the viewer\'s host and IP, even if the request forges them (domain "%s", headers %o)',
    (ownHost, extraHeaders) => {
      const { statusCode, headers } = requestApi({ host: 'portal.example', ...extraHeaders }, ownHost);
      expect([statusCode, headers]).toEqual([
        undefined,
        expect.objectContaining({
          [viewerHostHeader]: { value: 'portal.example' },
          [viewerIpHeader]: { value: '192.0.2.1' },
        }),
      ]);
    },
  );

  // Browsers treat a name with a trailing dot as another site, and a stage's emails link to its own domain only.
  test.each([
    ['portal.example.', ''],
    ['portal.example.:443', ''],
    ['d1.cloudfront.net', 'portal.example'],
  ])('rejects the host %s (domain "%s")', (host, ownHost) =>
    expect(requestApi({ host }, ownHost)).toMatchObject({ statusCode: 421 }),
  );
});
