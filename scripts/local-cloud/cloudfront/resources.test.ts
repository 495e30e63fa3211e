import { describe, expect, test } from '@jest/globals';
import { cloudFrontResources } from './resources.ts';

describe('what a template may not ask for', () => {
  const place = { stackName: 'shop', region: 'eu-central-1', accountId: '1', assets: new Map() };
  const distribution =
    (more: object, behaviour: object = {}) =>
    () =>
      cloudFrontResources({
        domainName: 'localhost:1',
        hosts: () => [],
        bucketOrigin: () => undefined,
        publish: () => {},
        behindFirewall: (_, listener) => listener,
        warn: () => {},
      })['AWS::CloudFront::Distribution']?.({
        logicalId: 'D',
        type: 'AWS::CloudFront::Distribution',
        place,
        properties: {
          DistributionConfig: {
            Enabled: true,
            Origins: [],
            DefaultCacheBehavior: {
              TargetOriginId: 'x',
              CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
              ...behaviour,
            },
            ...more,
          },
        },
      });

  test.each([
    [
      'error pages',
      distribution({ CustomErrorResponses: [{ ErrorCode: 404, ErrorCachingMinTTL: 0, ResponsePagePath: '/404' }] }),
      'ResponsePagePath',
    ],
    ['Lambda@Edge', distribution({}, { LambdaFunctionAssociations: [] }), 'LambdaFunctionAssociations'],
    [
      'functions behind the origin',
      distribution({}, { FunctionAssociations: [{ EventType: 'viewer-response', FunctionARN: 'f' }] }),
      'EventType',
    ],
    [
      'another policy of what the origin hears',
      distribution({}, { OriginRequestPolicyId: 'own' }),
      'OriginRequestPolicyId',
    ],
    ['an unknown policy', distribution({}, { CachePolicyId: 'who' }), 'cache policy who'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
