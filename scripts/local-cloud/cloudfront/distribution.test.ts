import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freshFolder, served } from '#scripts/local-cloud/testing/opened.ts';
import { makeResource, place } from '#scripts/local-cloud/testing/resources.ts';
import type { Hosts } from '../hosts.ts';
import { bucketDeployment, createSiteContent } from './bucket-origin.ts';
import { cloudFrontResources } from './resources.ts';

const optimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const rewrite = `
function handler(event) {
  var request = event.request;
  if (request.uri === '/assets/app.js' || request.uri.endsWith('.json') || request.uri === '/missing.txt') return request;
  if (request.uri === '/old') return { statusCode: 301, statusDescription: 'Moved', headers: { location: { value: 'https://localhost:4100/new?' + request.querystring.a.value } } };
  if (request.uri === '/fail') throw new Error('oops');
  request.uri = '/index.html';
  return request;
}`;

const sessionCookies = [
  '__Host-access=1; Path=/; HttpOnly; Secure; SameSite=Strict',
  '__Secure-refresh=2; secure',
  'a=Secure',
];
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const chromium =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('a distribution', () => {
  const folder = freshFolder();
  let apiStatus = 200;
  let asked = 0;
  let site: string;
  let seen: { url: string | undefined; headers: IncomingHttpHeaders } | undefined;
  const hosts: [string, string][] = [];
  const may = new Set(['s3:GetObject', 's3:ListBucket']);

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), `<p>${'page '.repeat(300)}</p>`);
    writeFileSync(join(folder, 'assets/app.js'), 'app()');
    writeFileSync(join(folder, 'config.json'), '{"captcha":"https://www.google.com/recaptcha/api.js"}');

    const api = await served((req, res) => {
      req.resume();
      seen = { url: req.url, headers: req.headers };
      asked += 1;
      res.writeHead(apiStatus, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'set-cookie': req.url === '/api/sign-in' ? sessionCookies : ['a=1', 'b=2'],
        'x-frame-options': 'SAMEORIGIN',
      });
      res.end(JSON.stringify({ text: 'x'.repeat(2000) }));
    });
    hosts.push(
      ['https://abc.execute-api.eu-central-1.amazonaws.com', api],
      ['https://www.google.com/recaptcha/', 'http://127.0.0.1:9/recaptcha/'],
      ['https://localhost:4100', 'http://localhost:4100'],
    );

    const content = createSiteContent();
    await bucketDeployment(content)({
      logicalId: 'Pages',
      type: 'Custom::CDKBucketDeployment',
      place: { ...place, assets: new Map([['page.zip', { path: folder, isFolder: true }]]) },
      properties: {
        SourceObjectKeys: ['page.zip'],
        DestinationBucketName: 'site',
        Exclude: ['*.map'],
        SystemMetadata: { 'cache-control': 'no-cache' },
      },
    });

    let listener: RequestListener | undefined;
    const types = cloudFrontResources({
      domainName: 'localhost:4100',
      hosts: (): Hosts => hosts,
      bucketOrigin: (name) =>
        name === 'site.s3.eu-central-1.amazonaws.com'
          ? { bucket: 'site', content, allow: (action) => may.has(action), hosts: () => hosts }
          : undefined,
      publish: (next) => (listener = next),
      behindFirewall: (__, next) => next,
      warn: () => {},
    });
    await makeResource(types, 'AWS::CloudFront::Function', { Name: 'rewrite', FunctionCode: rewrite });
    const headers = await makeResource(types, 'AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: {
        Name: 'headers',
        SecurityHeadersConfig: {
          ContentSecurityPolicy: {
            ContentSecurityPolicy: "script-src 'self' https://www.google.com/recaptcha/",
            Override: true,
          },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY', Override: false },
          ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
        },
        CustomHeadersConfig: {
          Items: [{ Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin', Override: true }],
        },
      },
    });
    const functionArn = (name: string) => `arn:aws:cloudfront::000000000000:function/${name}`;
    const page = {
      TargetOriginId: 'page',
      CachePolicyId: optimized,
      Compress: true,
      ViewerProtocolPolicy: 'redirect-to-https',
      ResponseHeadersPolicyId: headers.ref,
    };
    await makeResource(types, 'AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Enabled: true,
        DefaultRootObject: 'index.html',
        CustomErrorResponses: [{ ErrorCode: 503, ErrorCachingMinTTL: 0 }],
        DefaultCacheBehavior: {
          ...page,
          FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: functionArn('rewrite') }],
        },
        CacheBehaviors: [
          {
            PathPattern: '/api/*',
            TargetOriginId: 'api',
            CachePolicyId: disabled,
            OriginRequestPolicyId: allViewerExceptHost,
            ResponseHeadersPolicyId: headers.ref,
            AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
            Compress: true,
          },
          { PathPattern: '*/plain?', TargetOriginId: 'api', CachePolicyId: disabled },
        ],
        Origins: [
          { Id: 'page', DomainName: 'site.s3.eu-central-1.amazonaws.com', S3OriginConfig: {} },
          {
            Id: 'api',
            DomainName: 'abc.execute-api.eu-central-1.amazonaws.com',
            CustomOriginConfig: { OriginReadTimeout: 30 },
            OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: 's3cr3t' }],
          },
        ],
      },
    });
    site = await served((req, res) => listener?.(req, res));
  });
  beforeEach(() => {
    seen = undefined;
    may.add('s3:GetObject').add('s3:ListBucket');
  });

  const get = (path: string, init: RequestInit = {}) => fetch(site + path, { redirect: 'manual', ...init });

  test('redirects by its function, to where the site is', async () => {
    const answer = await get('/old?a=%C3%A4');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, 'http://localhost:4100/new?%C3%A4']);
  });

  test('answers 503 when its function fails', async () => {
    expect((await get('/fail')).status).toBe(503);
  });

  test('a missing file is S3’s 404 for those who may list, else its 403', async () => {
    const missing = await get('/missing.txt');
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('<Code>NoSuchKey</Code>')]);
    may.delete('s3:ListBucket');
    expect((await get('/missing.txt')).status).toBe(403);
    may.delete('s3:GetObject');
    expect((await get('/assets/app.js')).status).toBe(403);
  });

  test('adds the response headers, with local addresses in the content policy', async () => {
    const { headers } = await get('/');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "script-src 'self' http://127.0.0.1:9/recaptcha/",
      'strict-transport-security': 'max-age=60; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  test('a header of the origin stays unless the policy overrides it', async () => {
    expect((await get('/api/x')).headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect((await get('/')).headers.get('x-frame-options')).toBe('DENY');
  });

  test('tells the page’s configuration where real addresses are answered', async () => {
    expect(await (await get('/config.json')).json()).toEqual({ captcha: 'http://127.0.0.1:9/recaptcha/api.js' });
  });

  test('answers 304 to those who have the file, until its addresses change', async () => {
    const etag = (await get('/config.json')).headers.get('etag') ?? '';
    expect((await get('/config.json', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const entry = hosts[1];
    if (entry) hosts[1] = [entry[0], 'http://127.0.0.1:10/recaptcha/'];
    expect((await get('/config.json', { headers: { 'if-none-match': etag } })).status).toBe(200);
    if (entry) hosts[1] = entry;
  });

  test('without an origin request policy hands over none of it', async () => {
    await get('/some/plain1?x=1', { headers: { 'x-viewer': 'me', cookie: 'c=1' } });
    expect(seen).toMatchObject({ url: '/some/plain1', headers: { 'user-agent': 'Amazon CloudFront' } });
    expect(seen?.headers).not.toHaveProperty('cookie');
    expect(seen?.headers).not.toHaveProperty('x-viewer');
  });

  test('hands WebKit, which keeps no Secure cookie without TLS, its cookies plainly, and gives them to the API as they were', async () => {
    const cookiesFor = async (userAgent: string) =>
      (await get('/api/sign-in', { headers: { 'user-agent': userAgent } })).headers.getSetCookie();
    const kept = await cookiesFor(safari);
    expect(kept).toEqual([
      'without-tls-__Host-access=1; Path=/; HttpOnly; SameSite=Strict',
      'without-tls-__Secure-refresh=2',
      'a=Secure',
    ]);
    await get('/api/x', {
      headers: { cookie: `${kept.map((text) => text.split(';')[0]).join('; ')}; b=without-tls-__` },
    });
    expect(seen?.headers.cookie).toBe('__Host-access=1; __Secure-refresh=2; a=Secure; b=without-tls-__');
    expect(await cookiesFor(chromium)).toEqual(sessionCookies);
  });

  test.each([
    [200, 2],
    [404, 2],
    [503, 2],
    [502, 1],
  ])(
    'asked twice for what is answered %i it asks the origin %i times: it repeats errors unless told not to',
    async (status, times) => {
      apiStatus = status;
      asked = 0;
      const answers = [await get(`/api/status-${status}`), await get(`/api/status-${status}`)];
      apiStatus = 200;
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      expect(asked).toBe(times);
      expect(new Set(answers.map(({ headers }) => headers.get('x-amz-cf-id'))).size).toBe(2);
    },
  );

  test('repeats no error to another method, and refuses those that the behaviour does not allow', async () => {
    apiStatus = 502;
    await get('/api/broken', { method: 'POST' });
    apiStatus = 200;
    expect((await get('/api/broken', { method: 'POST' })).status).toBe(200);
    expect((await get('/', { method: 'POST' })).status).toBe(403);
  });
});
