import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { errorStatus } from '#shared/api/errors.ts';
import { originSecretHeader, securityTextPath, webConfigPath } from '#shared/api/headers.ts';
import { webConfig } from '#shared/config/web-config.ts';
import { findResourceProperties, renderIntrinsic, readSynthesized } from './testing/synthesized.ts';
import { buildSecurityText } from './website-content.ts';

const { outdir, portal } = readSynthesized('dev');
const [distribution] = findResourceProperties(portal, 'AWS::CloudFront::Distribution').map(
  ({ DistributionConfig }) => DistributionConfig,
);
const [site, api] = distribution.Origins;
const [apiBehavior, ...siteBehaviors] = distribution.CacheBehaviors;
const captchaBehaviors = siteBehaviors.slice(0, 3);
const cameraBehaviors = siteBehaviors.slice(3, 5);
const codeReaderBehavior = siteBehaviors[5];

/** Ids of CloudFront's managed policies. */
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe('/api/*', () => {
  test('forwards all requests to the API', () =>
    expect(apiBehavior).toMatchObject({
      PathPattern: '/api/*',
      TargetOriginId: api.Id,
      OriginRequestPolicyId: allViewerExceptHost,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']),
    }));

  test('is compressed and never cached, with cookies and query in the cache key', () => {
    expect(apiBehavior.Compress).toBe(true);
    const [policy, ...unexpected] = findResourceProperties(portal, 'AWS::CloudFront::CachePolicy');
    expect(unexpected).toEqual([]);
    expect(apiBehavior.CachePolicyId).toEqual({ Ref: policy?.id });
    expect(policy?.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 1,
      ParametersInCacheKeyAndForwardedToOrigin: {
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
        CookiesConfig: { CookieBehavior: 'all' },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      },
    });
  });

  test("does not cache errors, despite CloudFront's default of ten seconds", () => {
    // CloudFront caches errors with these codes only, and accepts no others in the setting.
    const cacheable = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(distribution.CustomErrorResponses).toEqual(
      cacheable.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
    const apiErrorStatuses = Object.values(errorStatus).filter((status) => cacheable.includes(status));
    expect(apiErrorStatuses).toEqual(expect.arrayContaining([400, 403, 404, 500, 502, 503, 504]));
  });

  test('sends the origin secret, which no template contains', () => {
    const [header, ...unexpected] = api.OriginCustomHeaders;
    expect(unexpected).toEqual([]);
    expect(header.HeaderName).toBe(originSecretHeader);
    expect(renderIntrinsic(header.HeaderValue)).toMatch(
      /^\{\{resolve:secretsmanager:<SecretsOrigin\w+>:SecretString:::\}\}$/,
    );
  });

  test("calls the API's own host over TLS 1.2, without a path prefix", () => {
    expect(api).toMatchObject({
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
    expect(api).not.toHaveProperty('OriginPath');
  });

  test("runs only the function that passes on the viewer's host", () => {
    const [association, ...unexpected] = apiBehavior.FunctionAssociations;
    expect(unexpected).toEqual([]);
    expect(renderIntrinsic(association.FunctionARN)).toMatch(/^<WebsiteViewerHost\w+\.FunctionARN>$/);
  });
});

describe('pages and files', () => {
  test('come from a private bucket that reports missing files', () => {
    expect(site.OriginAccessControlId).toBeDefined();
    const policy = findResourceProperties(portal, 'AWS::S3::BucketPolicy').find(({ Bucket }) =>
      Bucket.Ref.startsWith('WebsiteBucket'),
    );
    const allowStatements = policy?.PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    const toRoleStatement = (id: RegExp) => ({
      Principal: { AWS: { 'Fn::GetAtt': [expect.stringMatching(id), 'Arn'] } },
    });
    expect(allowStatements).toMatchObject([
      toRoleStatement(/^CustomS3AutoDeleteObjects/),
      { Action: ['s3:GetObject', 's3:ListBucket'], Principal: { Service: 'cloudfront.amazonaws.com' } },
      { Action: ['s3:DeleteObject', 's3:PutObject'], ...toRoleStatement(/^WebsiteDeploymentRole/) },
    ]);
    expect(renderIntrinsic(allowStatements[1].Condition.StringEquals['AWS:SourceArn'])).toMatch(
      /:distribution\/<WebsiteDistribution\w+>$/,
    );
  });

  test('have their paths rewritten by a viewer-request function, not replaced by an error response', () => {
    for (const behavior of [distribution.DefaultCacheBehavior, ...siteBehaviors]) {
      expect(behavior.FunctionAssociations).toEqual([
        {
          EventType: 'viewer-request',
          FunctionARN: { 'Fn::GetAtt': [expect.stringMatching(/^WebsiteRewrite/), 'FunctionARN'] },
        },
      ]);
      expect(behavior).toMatchObject({
        TargetOriginId: site.Id,
        CachePolicyId: cachingOptimized,
        ViewerProtocolPolicy: 'redirect-to-https',
      });
    }
  });

  const [hashedFiles, otherFiles] = findResourceProperties(portal, 'Custom::CDKBucketDeployment');

  test('are cached forever if their names contain a hash, and otherwise revalidated', () => {
    const immutableCaching = { 'cache-control': 'public, max-age=31536000, immutable' };
    expect(hashedFiles).toMatchObject({
      DestinationBucketKeyPrefix: 'assets',
      SystemMetadata: immutableCaching,
      Prune: false,
    });
    expect(otherFiles).toMatchObject({ SystemMetadata: { 'cache-control': 'no-cache' }, Exclude: ['assets/*'] });
  });

  test("include only the stage's own documents", () =>
    expect(
      readdirSync(join(outdir, `asset.${otherFiles?.SourceObjectKeys[0].replace('.zip', '')}`, 'documents')),
    ).toEqual(['dev']));

  test('include a security.txt that expires within a year', () => {
    const hash = otherFiles?.SourceObjectKeys[2].replace('.zip', '');
    const text = readFileSync(join(outdir, `asset.${hash}`, securityTextPath), 'utf8');
    const [contact, expires] = text.split('\n');
    expect(contact).toBe('Contact: https://code.example.com/retailer-support-portal/security/advisories/new');
    const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(366);
  });

  test.each(['2026-01-01T00:00:00Z', '2026-11-27T10:00:00Z', '2028-02-29T23:59:59Z'])(
    'include a security.txt that, created at %s, expires a year after the start of that month',
    (now) =>
      expect(buildSecurityText({ securityContact: 'mailto:security@example.com' }, new Date(now))).toBe(
        `Contact: mailto:security@example.com\nExpires: ${Number(now.slice(0, 4)) + 1}${now.slice(4, 7)}-01T00:00:00.000Z\nPreferred-Languages: en\n`,
      ),
  );

  test('give the page only its public configuration', () => {
    const hash = otherFiles?.SourceObjectKeys[1].replace('.zip', '');
    const config = JSON.parse(readFileSync(join(outdir, `asset.${hash}`, webConfigPath), 'utf8'));
    expect(webConfig.parse(config)).toEqual(config);
    expect(config).toMatchObject({ stage: 'dev', captcha: { siteKey: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI' } });
    expect(Object.keys(config).toSorted()).toEqual(Object.keys(webConfig.shape).toSorted());
    expect(JSON.stringify(config)).not.toMatch(/siteverify|portal-dev-admin/);
  });
});

test('sends the version of the origin secret that the stage sets', () => {
  const [distributionWithVersion] = findResourceProperties(
    readSynthesized('prod with every option').portal,
    'AWS::CloudFront::Distribution',
  );
  const headers = distributionWithVersion?.DistributionConfig.Origins.flatMap(
    ({ OriginCustomHeaders = [] }) => OriginCustomHeaders,
  );
  expect(renderIntrinsic(headers[0].HeaderValue)).toMatch(
    /^\{\{resolve:secretsmanager:<SecretsOrigin\w+>:SecretString:::0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11\}\}$/,
  );
});

test('allows Turnstile, speculation rules and no inline styles on Turnstile captcha pages', () => {
  const { portal: portalWithTurnstile } = readSynthesized('prod with every option');
  const policies = findResourceProperties(portalWithTurnstile, 'AWS::CloudFront::ResponseHeadersPolicy').map(
    ({ ResponseHeadersPolicyConfig }) =>
      renderIntrinsic(ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy),
  );
  expect(policies.filter((policy) => policy.includes('challenges.cloudflare.com'))).toEqual([
    "default-src 'none'; script-src 'self' https://challenges.cloudflare.com/turnstile/ 'inline-speculation-rules'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; frame-src https://challenges.cloudflare.com",
  ]);
  expect(policies.join()).not.toMatch(/google|'unsafe/);
});

describe('response headers', () => {
  const policies = findResourceProperties(portal, 'AWS::CloudFront::ResponseHeadersPolicy').map(
    ({ id, ResponseHeadersPolicyConfig }) => ({ id, ...ResponseHeadersPolicyConfig }),
  );
  const findPolicy = (behavior: { ResponseHeadersPolicyId: { Ref: string } }) =>
    policies.find(({ id }) => id === behavior.ResponseHeadersPolicyId.Ref);
  const getCsp = (behavior: { ResponseHeadersPolicyId: { Ref: string } }) =>
    renderIntrinsic(findPolicy(behavior)?.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);

  const uploads = 'https://support-portal-uploads-dev-<AWS::AccountId>-<AWS::Region>.s3.<AWS::Region>.amazonaws.com';

  test('allow a page its own content and uploads to the bucket', () =>
    expect(getCsp(distribution.DefaultCacheBehavior)).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${uploads}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    ));

  test('allow the captcha only on sign-in and password reset pages', () => {
    expect(captchaBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      '*/auth/login',
      '*/auth/forgot-password/request-code',
      '*/auth/forgot-password/reset-password',
    ]);
    expect(new Set(captchaBehaviors.map(getCsp))).toEqual(
      new Set([
        `default-src 'none'; script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ 'inline-speculation-rules'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/`,
      ]),
    );
    expect(getCsp(apiBehavior)).toBe(getCsp(distribution.DefaultCacheBehavior));
  });

  const getPermissionsPolicy = (behavior: { ResponseHeadersPolicyId: { Ref: string } }) =>
    findPolicy(behavior)?.CustomHeadersConfig.Items.find(
      ({ Header }: { Header: string }) => Header === 'Permissions-Policy',
    ).Value;

  test('allow the camera only on booking pages, with the usual content security policy', () => {
    expect(cameraBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      '*/repairs/book',
      '*/returns/book',
    ]);
    expect(new Set(cameraBehaviors.map(getPermissionsPolicy))).toEqual(
      new Set(['camera=(self), geolocation=(), microphone=(), payment=(), usb=()']),
    );
    expect(new Set(cameraBehaviors.map(getCsp))).toEqual(new Set([getCsp(distribution.DefaultCacheBehavior)]));
    const otherBehaviors = [distribution.DefaultCacheBehavior, apiBehavior, ...captchaBehaviors, codeReaderBehavior];
    expect(new Set(otherBehaviors.map(getPermissionsPolicy))).toEqual(
      new Set(['camera=(), geolocation=(), microphone=(), payment=(), usb=()']),
    );
  });

  test('allow WebAssembly only in the worker that reads codes', () => {
    expect(codeReaderBehavior.PathPattern).toBe('/assets/code-reader-*');
    expect(getCsp(codeReaderBehavior)).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(siteBehaviors.map(getCsp).filter((policy: string) => policy.includes('wasm'))).toHaveLength(1);
  });

  test.each(['default', 'api', 'captcha', 'camera', 'codeReader'])('are otherwise the same for %s', (behaviorName) => {
    const behavior = {
      default: distribution.DefaultCacheBehavior,
      api: apiBehavior,
      captcha: captchaBehaviors[0],
      camera: cameraBehaviors[0],
      codeReader: codeReaderBehavior,
    }[behaviorName];
    expect(findPolicy(behavior)).toMatchObject({
      SecurityHeadersConfig: {
        StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY', Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: true },
      },
      CustomHeadersConfig: {
        Items: [
          { Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin', Override: true },
          { Header: 'Cross-Origin-Resource-Policy', Value: 'same-origin', Override: true },
          { Header: 'Permissions-Policy', Override: true },
        ],
      },
    });
  });
});

describe('CloudFront access logs', () => {
  const { edgeWatch, portal: prodPortal } = readSynthesized('prod');
  const [delivery] = findResourceProperties(edgeWatch, 'AWS::Logs::Delivery');

  test('exclude query, IP, cookies and browser headers', () => {
    expect(delivery?.RecordFields).toEqual(
      expect.arrayContaining(['cs-uri-stem', 'sc-status', 'x-edge-request-id', 'time-taken']),
    );
    const personalFields = /query|^c-ip$|c-port|forwarded|cookie|referer|user-agent/i;
    expect(delivery?.RecordFields.filter((field: string) => personalFields.test(field))).toEqual([]);
    const [loggedDistribution] = findResourceProperties(prodPortal, 'AWS::CloudFront::Distribution');
    expect(loggedDistribution?.DistributionConfig).not.toHaveProperty('Logging');
  });

  test("go to the stage's own bucket, which accepts only this delivery", () => {
    const [source] = findResourceProperties(edgeWatch, 'AWS::Logs::DeliverySource');
    expect(delivery?.DeliverySourceName).toEqual({ Ref: source?.id });
    const policy = findResourceProperties(prodPortal, 'AWS::S3::BucketPolicy').find(({ Bucket }) =>
      Bucket.Ref.startsWith('AccessLogs'),
    );
    const statement = policy?.PolicyDocument.Statement.find(
      ({ Principal }: { Principal: { Service?: string } }) => Principal.Service === 'delivery.logs.amazonaws.com',
    );
    expect(statement).toMatchObject({ Effect: 'Allow', Action: 's3:PutObject' });
    expect(renderIntrinsic(statement.Condition.ArnLike['aws:SourceArn'])).toMatch(
      new RegExp(`:logs:us-east-1:<AWS::AccountId>:delivery-source:${source?.Name}$`),
    );
  });
});
