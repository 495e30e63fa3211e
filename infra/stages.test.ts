import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { findStage, parseStageSettings, stageNames, stages, toGroupNames } from './stages.ts';

describe.each(stageNames)('stage %s', (name) => {
  const stage = findStage(name);

  test('is valid and has its name', () => expect(stage.name).toBe(name));

  test('accepts returns for 30 days, except in nfr', () =>
    expect(stage.regions).toMatchObject({
      nuk: { returnsAvailable: true, returnPeriodDays: 30 },
      ndach: { returnsAvailable: true, returnPeriodDays: 30 },
      nfr: { returnsAvailable: false, legal: expect.anything() },
    }));
});

test('keeps data in qa and prod only', () =>
  expect(stageNames.filter((name) => stages[name].keepsData)).toEqual(['qa', 'prod']));

test('requires second factors in qa and prod, and long log retention in prod', () => {
  expect(stageNames.filter((name) => findStage(name).adminsNeedSecondFactor)).toEqual(['qa', 'prod']);
  expect(findStage('prod').logRetentionDays).toBeGreaterThanOrEqual((limits.auditMonths / 12) * 365);
});

test('rejects an unknown stage and lists the known ones', () =>
  expect(() => findStage('staging')).toThrow('Unknown stage "staging". The stages are: local, dev, qa, prod.'));

test("gives a temporary stage dev's settings and rejects one whose bucket names would be too long", () => {
  expect(findStage('try-nightly')).toEqual({ ...findStage('dev'), name: 'try-nightly' });
  const longestBucketName = `support-portal-uploads-${'try-'.padEnd(14, 'x')}-123456789012-eu-central-1`;
  // S3 limits the names of buckets to 63 characters.
  expect(longestBucketName.length).toBeLessThanOrEqual(63);
  expect(() => findStage('try-'.padEnd(15, 'x'))).toThrow('Unknown stage');
});

test.each(['constructor', '__proto__', ''])('rejects the name "%s"', (name) =>
  expect(() => findStage(name)).toThrow('Unknown stage'),
);

test.each([
  ['a URL without https', { trackingUrl: 'http://tracking.example.com' }, 'https'],
  [
    'a region with a URL without https',
    {
      regions: { ...stages.dev.regions, nuk: { ...stages.dev.regions.nuk, supportUrl: 'http://support.example.com' } },
    },
    'https',
  ],
  ['a missing region', { regions: { nuk: stages.dev.regions.nuk } }, 'ndach'],
  [
    'a group name that contains another group',
    { groupNames: { ...stages.dev.groupNames, admin: 'portal-admin-NUK' } },
    'its own group',
  ],
  [
    'a group name that does not contain its group',
    { groupNames: { ...stages.dev.groupNames, NFR: 'portal-france' } },
    'its own group',
  ],
  [
    'a group that keeps its name while groups are renamed',
    { formerGroupNames: { ...toGroupNames('shop'), admin: stages.dev.groupNames.admin } },
    'formerGroupNames',
  ],
  ['retailers without a firewall', { retailers: ['203.0.113.0/24'], firewall: false }, 'retailers'],
  ['a log retention that CloudWatch does not support', { logRetentionDays: 10 }, 'logRetentionDays'],
  ['a sender with a display name', { email: { from: 'Portal <portal@example.com>' } }, 'from'],
  ['a sender with a second header line', { email: { from: 'portal@example.com\r\nBcc: all@example.com' } }, 'from'],
  ['a sender in an invalid AWS region', { email: { from: 'portal@example.com', sesRegion: 'europe' } }, 'sesRegion'],
  ['an account of the back office that is too short', { backOfficeAccount: '12345678901' }, 'backOfficeAccount'],
  ['a wildcard as the back office account', { backOfficeAccount: '*' }, 'backOfficeAccount'],
  ['an invalid AWS region', { awsRegion: 'europe' }, 'awsRegion'],
  [
    'external legal texts without the date of their terms',
    {
      regions: {
        ...stages.dev.regions,
        nfr: { ...stages.dev.regions.nfr, legal: { ...stages.dev.regions.nfr.legal, termsLastUpdated: undefined } },
      },
    },
    'termsLastUpdated',
  ],
  ['backups of a stage that keeps no data', { backups: true }, 'backups'],
])('rejects %s', (_, change, message) =>
  expect(() => parseStageSettings({ ...stages.dev, ...change })).toThrow(message),
);
