import { describe, expect, test } from '@jest/globals';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { cloudFrontResources } from './resources.ts';

describe('what a template may not ask for', () => {
  const distribution =
    (more: object, behaviour: object = {}) =>
    () => {
      const types = cloudFrontResources({
        domainName: 'localhost:1',
        hosts: () => [],
        bucketOrigin: () => undefined,
        publish: () => {},
        behindFirewall: (_, listener) => listener,
        warn: () => {},
      });
      const CachePolicyId = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
      const DefaultCacheBehavior = { TargetOriginId: 'x', CachePolicyId, ...behaviour };
      const DistributionConfig = { Enabled: true, Origins: [], DefaultCacheBehavior, ...more };
      return makeResource(types, 'AWS::CloudFront::Distribution', { DistributionConfig });
    };

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
