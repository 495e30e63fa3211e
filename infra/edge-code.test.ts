import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { viewerAddressHeader, viewerHostHeader, webConfigPath, securityTextPath } from '#shared/http.ts';
import { wellKnownChangePassword } from '#shared/paths.ts';
import { edgeCode } from './edge-code.ts';

type Handler = (event: unknown) => {
  uri?: string;
  statusCode?: number;
  headers?: Partial<Record<string, { value: string }>>;
};
const handlerOf = (name: Parameters<typeof edgeCode>[0], ownHost?: string): Handler =>
  runInNewContext(`${edgeCode(name, ownHost)}; handler`);
const handler = handlerOf('rewrite');

const requestFor = (uri: string, querystring = {}, host = 'd1.cloudfront.net') => ({
  request: { method: 'GET', uri, querystring, headers: { host: { value: host } } },
});
const ask = (uri: string, querystring = {}) => handler(requestFor(uri, querystring));

test.each([
  '/',
  '/UK',
  '/DE/ndach/auth/login',
  '/FR/nfr/repairs',
  '/uk/nuk',
  '/nuk/x',
  '/assets',
  wellKnownChangePassword,
  '/UK/nuk/R.1',
  '/x/assets/y',
])('the page %s is answered with the application', (uri) => expect(ask(uri).uri).toBe('/index.html'));

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
])('the file %s keeps its address, so that a missing one is a 404', (uri) => expect(ask(uri).uri).toBe(uri));

describe('a trailing slash', () => {
  test.each([
    ['/UK/', '/UK'],
    ['/DE/ndach/repairs/', '/DE/ndach/repairs'],
    ['/UK///', '/UK'],
  ])('of %s is taken away for good', (uri, location) =>
    expect(ask(uri)).toMatchObject({ statusCode: 301, headers: { location: { value: location } } }),
  );

  test('leaves the query as it was sent', () =>
    expect(
      ask('/UK/nuk/', {
        a: { value: 'x%20y' },
        empty: { value: '' },
        many: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] },
      }).headers?.['location']?.value,
    ).toBe('/UK/nuk?a=x%20y&empty&many=1&many=2'));

  test.each(['//evil.example/', '/\\evil.example/', '///evil.example//', '/\\/evil.example/', '//'])(
    'of %s never leads to another site',
    (uri) =>
      expect(new URL(ask(uri).headers?.['location']?.value ?? '', 'https://portal.example.com').host).toBe(
        'portal.example.com',
      ),
  );
});

describe('a stage with a domain', () => {
  const own = handlerOf('rewrite', 'portal.example.com');

  test.each(['/UK/nuk/auth/login', webConfigPath, '/', '//evil.example/', '/assets/main-1.js'])(
    'leads from another name of it to its own: %s',
    (uri) => {
      const { statusCode, headers } = own(requestFor(uri, { a: { value: 'x%20y' } }));
      expect([statusCode, headers?.['location']?.value]).toEqual([301, `https://portal.example.com${uri}?a=x%20y`]);
    },
  );

  test('answers by its own', () => expect(own(requestFor('/UK', {}, 'portal.example.com')).uri).toBe('/index.html'));
});

describe('the API', () => {
  const askApi = (headers: Readonly<Record<string, string>>, ownHost: string) => {
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
    const event = { viewer: { ip: '192.0.2.1' }, request: { method: 'POST', uri: '/api/x', headers: sent } };
    return handlerOf('viewer-host', ownHost)(event);
  };
  const forged = { [viewerHostHeader]: 'evil.example', [viewerAddressHeader]: '198.51.100.7' };

  test.each([
    ['', {}],
    ['', forged],
    ['portal.example', forged],
  ])('hears which host was asked, and from where, whatever a browser says of it ("%s", %o)', (ownHost, said) => {
    const { statusCode, headers } = askApi({ host: 'portal.example', ...said }, ownHost);
    expect([statusCode, headers]).toEqual([
      undefined,
      expect.objectContaining({
        [viewerHostHeader]: { value: 'portal.example' },
        [viewerAddressHeader]: { value: '192.0.2.1' },
      }),
    ]);
  });

  // With a final dot it is another site to browsers; a stage's emails lead to its own domain alone.
  test.each([
    ['portal.example.', ''],
    ['portal.example.:443', ''],
    ['d1.cloudfront.net', 'portal.example'],
  ])('is not asked under %s ("%s")', (host, ownHost) =>
    expect(askApi({ host }, ownHost)).toMatchObject({ statusCode: 421 }),
  );
});
