import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freshFolder, served } from '#scripts/local-cloud/testing/opened.ts';
import { makeResource, place } from '#scripts/local-cloud/testing/resources.ts';
import type { Objects } from '../s3/s3.ts';
import { bucketDeployment } from './bucket-origin.ts';
import { cloudFrontResources } from './resources.ts';

const optimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const failing = `function handler(event) { if (event.request.uri === '/fail') throw new Error('oops'); return event.request; }`;

const sessionCookies = [
  '__Host-access=1; Path=/; HttpOnly; Secure; SameSite=Strict',
  '__Secure-refresh=2; secure',
  'a=Secure',
];
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const chromium =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const may = new Set<string>();
const hosts: [string, string][] = [];
const objects: Objects = new Map();

const open = (publish: (listener: RequestListener) => void = () => {}) =>
  cloudFrontResources({
    domainName: 'localhost:4100',
    hosts: () => hosts,
    bucketOrigin: (name) =>
      name.startsWith('site.')
        ? { bucket: 'site', objects, allow: (action) => may.has(action), hosts: () => hosts }
        : undefined,
    publish,
    behindFirewall: (_, next) => next,
    warn: () => {},
  });
const page = { TargetOriginId: 'page', CachePolicyId: optimized };
const distribution = (types: ReturnType<typeof open>, more: object, behaviour: object = {}) =>
  makeResource(types, 'AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Enabled: true,
      DefaultCacheBehavior: { ...page, ...behaviour },
      Origins: [
        { Id: 'page', DomainName: 'site.s3.eu-central-1.amazonaws.com', S3OriginConfig: {} },
        { Id: 'api', DomainName: 'abc.execute-api.eu-central-1.amazonaws.com' },
      ],
      ...more,
    },
  });

describe('a distribution', () => {
  let site: string;
  let seen: { url: string | undefined; headers: IncomingHttpHeaders } | undefined;

  beforeAll(async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/app.js'), 'app()');
    const api = await served((req, res) => {
      req.resume();
      seen = { url: req.url, headers: req.headers };
      res.writeHead(200, { 'cache-control': 'no-store', 'set-cookie': sessionCookies }).end('{}');
    });
    hosts.push(['https://abc.execute-api.eu-central-1.amazonaws.com', api]);
    await bucketDeployment(objects)({
      logicalId: 'Pages',
      type: 'Custom::CDKBucketDeployment',
      place: { ...place, assets: new Map([['page.zip', { path: folder, isFolder: true }]]) },
      properties: {
        SourceObjectKeys: ['page.zip'],
        DestinationBucketName: 'site',
        SystemMetadata: { 'cache-control': 'no-cache' },
      },
    });
    let listener: RequestListener | undefined;
    const types = open((next) => (listener = next));
    await makeResource(types, 'AWS::CloudFront::Function', { Name: 'failing', FunctionCode: failing });
    const FunctionARN = 'arn:aws:cloudfront::000000000000:function/failing';
    const toApi = { TargetOriginId: 'api', CachePolicyId: optimized };
    await distribution(
      types,
      {
        CacheBehaviors: [
          {
            ...toApi,
            PathPattern: '/api/*',
            OriginRequestPolicyId: allViewerExceptHost,
            AllowedMethods: ['GET', 'HEAD', 'POST'],
          },
        ],
      },
      { FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN }] },
    );
    site = await served((req, res) => listener?.(req, res));
  });
  beforeEach(() => {
    may.add('s3:GetObject').add('s3:ListBucket');
  });

  const get = (path: string, init: RequestInit = {}) => fetch(site + path, { redirect: 'manual', ...init });

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

  test('hands WebKit, which keeps no Secure cookie without TLS, its cookies plainly, and gives them to the API as they were', async () => {
    const cookiesFor = async (userAgent: string) =>
      (await get('/api/sign-in', { headers: { 'user-agent': userAgent } })).headers.getSetCookie();
    const kept = await cookiesFor(safari);
    expect(kept).toEqual([
      'without-tls-__Host-access=1; Path=/; HttpOnly; SameSite=Strict',
      'without-tls-__Secure-refresh=2',
      'a=Secure',
    ]);
    const cookie = `${kept.map((text) => text.split(';')[0]).join('; ')}; b=without-tls-__`;
    await get('/api/x', { headers: { cookie } });
    expect(seen?.headers.cookie).toBe('__Host-access=1; __Secure-refresh=2; a=Secure; b=without-tls-__');
    expect(await cookiesFor(chromium)).toEqual(sessionCookies);
  });

  test('refuses a method that the behaviour does not allow', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(403);
  });
});

test.each<[string, object, object, string]>([
  [
    'error pages',
    { CustomErrorResponses: [{ ErrorCode: 404, ErrorCachingMinTTL: 0, ResponsePagePath: '/' }] },
    {},
    'ResponsePagePath',
  ],
  ['errors that are repeated', { CustomErrorResponses: [{ ErrorCode: 503, ErrorCachingMinTTL: 10 }] }, {}, 'TTL'],
  ['Lambda@Edge', {}, { LambdaFunctionAssociations: [] }, 'LambdaFunctionAssociations'],
  [
    'functions behind the origin',
    {},
    { FunctionAssociations: [{ EventType: 'viewer-response', FunctionARN: 'f' }] },
    'EventType',
  ],
  ['another policy of what the origin hears', {}, { OriginRequestPolicyId: 'own' }, 'OriginRequestPolicyId'],
  ['a server that hears nothing of a request', {}, { TargetOriginId: 'api' }, 'all of a request to api'],
  ['an unknown policy', {}, { CachePolicyId: 'who' }, 'cache policy who'],
])('a template may not ask for %s', (_, more, behaviour, message) => {
  expect(() => distribution(open(), more, behaviour)).toThrow(message);
});
