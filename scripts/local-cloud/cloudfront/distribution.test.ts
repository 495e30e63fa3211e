import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestFolder, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { makeResource, stackContext } from '#scripts/local-cloud/testing/resources.ts';
import type { Objects } from '../s3/s3.ts';
import { createBucketDeployment } from './bucket-origin.ts';
import { createCloudFrontResourceTypes } from './resources.ts';

// Ids of AWS's managed cache policy CachingOptimized and origin request policy AllViewerExceptHostHeader.
const cachingOptimizedId = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHostId = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const failingFunction = `function handler(event) { if (event.request.uri === '/fail') throw new Error('oops'); return event.request; }`;

const sessionCookies = [
  '__Host-access=1; Path=/; HttpOnly; Secure; SameSite=Strict',
  '__Secure-refresh=2; secure',
  'a=Secure',
];
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const chromium =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const allowedActions = new Set<string>();
const hosts: [string, string][] = [];
const objects: Objects = new Map();

const createResourceTypes = (publish: (listener: RequestListener) => void = () => {}) =>
  createCloudFrontResourceTypes({
    domainName: 'localhost:4100',
    getHosts: () => hosts,
    findBucketOrigin: (name) =>
      name.startsWith('site.')
        ? { bucket: 'site', objects, isAllowed: (action) => allowedActions.has(action), getHosts: () => hosts }
        : undefined,
    publish,
    protect: (_, next) => next,
    warn: () => {},
  });
const pageBehavior = { TargetOriginId: 'page', CachePolicyId: cachingOptimizedId };
const makeDistribution = (types: ReturnType<typeof createResourceTypes>, config: object, behavior: object = {}) =>
  makeResource(types, 'AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Enabled: true,
      DefaultCacheBehavior: { ...pageBehavior, ...behavior },
      Origins: [
        { Id: 'page', DomainName: 'site.s3.eu-central-1.amazonaws.com', S3OriginConfig: {} },
        { Id: 'api', DomainName: 'abc.execute-api.eu-central-1.amazonaws.com' },
      ],
      ...config,
    },
  });

describe('CloudFront distribution', () => {
  let site: string;
  let originRequest: { url: string | undefined; headers: IncomingHttpHeaders } | undefined;

  beforeAll(async () => {
    const folder = createTestFolder();
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/app.js'), 'app()');
    const api = await serveForTest((req, res) => {
      req.resume();
      originRequest = { url: req.url, headers: req.headers };
      res.writeHead(200, { 'cache-control': 'no-store', 'set-cookie': sessionCookies }).end('{}');
    });
    hosts.push(['https://abc.execute-api.eu-central-1.amazonaws.com', api]);
    await createBucketDeployment(objects)({
      logicalId: 'Pages',
      type: 'Custom::CDKBucketDeployment',
      stackContext: { ...stackContext, assets: new Map([['page.zip', { path: folder, isFolder: true }]]) },
      properties: {
        SourceObjectKeys: ['page.zip'],
        DestinationBucketName: 'site',
        SystemMetadata: { 'cache-control': 'no-cache' },
      },
    });
    let listener: RequestListener | undefined;
    const types = createResourceTypes((next) => (listener = next));
    await makeResource(types, 'AWS::CloudFront::Function', { Name: 'failing', FunctionCode: failingFunction });
    const FunctionARN = 'arn:aws:cloudfront::000000000000:function/failing';
    const apiBehavior = { TargetOriginId: 'api', CachePolicyId: cachingOptimizedId };
    await makeDistribution(
      types,
      {
        CacheBehaviors: [
          {
            ...apiBehavior,
            PathPattern: '/api/*',
            OriginRequestPolicyId: allViewerExceptHostId,
            AllowedMethods: ['GET', 'HEAD', 'POST'],
          },
        ],
      },
      { FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN }] },
    );
    site = await serveForTest((req, res) => listener?.(req, res));
  });
  beforeEach(() => {
    allowedActions.add('s3:GetObject').add('s3:ListBucket');
  });

  const get = (path: string, init: RequestInit = {}) => fetch(site + path, { redirect: 'manual', ...init });

  test('returns 503 when its function fails', async () => {
    expect((await get('/fail')).status).toBe(503);
  });

  test("returns S3's 404 for a missing file if listing is allowed, else 403", async () => {
    const response = await get('/missing.txt');
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('<Code>NoSuchKey</Code>')]);
    allowedActions.delete('s3:ListBucket');
    expect((await get('/missing.txt')).status).toBe(403);
    allowedActions.delete('s3:GetObject');
    expect((await get('/assets/app.js')).status).toBe(403);
  });

  test('hides cookie prefixes and Secure from WebKit, and restores the prefixes for the origin', async () => {
    const fetchCookies = async (userAgent: string) =>
      (await get('/api/sign-in', { headers: { 'user-agent': userAgent } })).headers.getSetCookie();
    const cookies = await fetchCookies(safari);
    expect(cookies).toEqual([
      'without-tls-__Host-access=1; Path=/; HttpOnly; SameSite=Strict',
      'without-tls-__Secure-refresh=2',
      'a=Secure',
    ]);
    const cookie = `${cookies.map((text) => text.split(';')[0]).join('; ')}; b=without-tls-__`;
    await get('/api/x', { headers: { cookie } });
    expect(originRequest?.headers.cookie).toBe('__Host-access=1; __Secure-refresh=2; a=Secure; b=without-tls-__');
    expect(await fetchCookies(chromium)).toEqual(sessionCookies);
  });

  test('returns 403 for a method that the behavior does not allow', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(403);
  });
});

test.each<[feature: string, config: object, behavior: object, message: string]>([
  [
    'custom error pages',
    { CustomErrorResponses: [{ ErrorCode: 404, ErrorCachingMinTTL: 0, ResponsePagePath: '/' }] },
    {},
    'ResponsePagePath',
  ],
  ['cached errors', { CustomErrorResponses: [{ ErrorCode: 503, ErrorCachingMinTTL: 10 }] }, {}, 'TTL'],
  ['Lambda@Edge', {}, { LambdaFunctionAssociations: [] }, 'LambdaFunctionAssociations'],
  [
    'a viewer-response function',
    {},
    { FunctionAssociations: [{ EventType: 'viewer-response', FunctionARN: 'f' }] },
    'EventType',
  ],
  ['another origin request policy', {}, { OriginRequestPolicyId: 'own' }, 'OriginRequestPolicyId'],
  ['a custom origin without an origin request policy', {}, { TargetOriginId: 'api' }, 'all of a request to api'],
  ['an unknown cache policy', {}, { CachePolicyId: 'who' }, 'cache policy who'],
])('rejects a template with %s', (_, config, behavior, message) => {
  expect(() => makeDistribution(createResourceTypes(), config, behavior)).toThrow(message);
});
