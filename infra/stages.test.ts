import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { findStage, parseStageSettings, stageNames, stages } from './stages.ts';

describe.each(stageNames)('stage %s', (name) => {
  const stage = findStage(name);

  test('is valid and knows its name', () => expect(stage.name).toBe(name));

  test('takes returns for 30 days, and none in nfr, whose legal texts are elsewhere', () =>
    expect(stage.regions).toMatchObject({
      nuk: { returnsAvailable: true, returnPeriodDays: 30 },
      ndach: { returnsAvailable: true, returnPeriodDays: 30 },
      nfr: { returnsAvailable: false, legal: expect.anything() },
    }));
});

test('only qa and prod keep their data', () =>
  expect(stageNames.filter((name) => stages[name].keepsData)).toEqual(['qa', 'prod']));

test('qa and prod ask their admins for one-time codes, and prod keeps logs of sign-ins as long as it records what users did', () => {
  expect(stageNames.filter((name) => findStage(name).adminsNeedSecondFactor)).toEqual(['qa', 'prod']);
  expect(findStage('prod').logRetentionDays).toBeGreaterThanOrEqual((limits.auditMonths / 12) * 365);
});

test('an unknown stage is refused with the names there are', () =>
  expect(() => findStage('staging')).toThrow('Unknown stage "staging". The stages are: local, dev, qa, prod.'));

test('a stage to be thrown away has the settings of dev, keeps nothing, and a name that every resource can bear', () => {
  expect(findStage('try-nightly')).toEqual({ ...findStage('dev'), name: 'try-nightly' });
  const uploads = `support-portal-uploads-${'try-'.padEnd(14, 'x')}-123456789012-eu-central-1`;
  expect(uploads.length).toBeLessThanOrEqual(63);
  expect(() => findStage('try-'.padEnd(15, 'x'))).toThrow('Unknown stage');
});

test.each(['constructor', '__proto__', ''])('"%s" is no stage', (name) =>
  expect(() => findStage(name)).toThrow('Unknown stage'),
);

test.each([
  ['an address without https', { trackingUrl: 'http://tracking.example.com' }, 'https'],
  [
    'an address without https of a region',
    {
      regions: { ...stages.dev.regions, nuk: { ...stages.dev.regions.nuk, supportUrl: 'http://support.example.com' } },
    },
    'https',
  ],
  ['a region left out', { regions: { nuk: stages.dev.regions.nuk } }, 'ndach'],
  [
    'a group name that grants another group',
    { groupNames: { ...stages.dev.groupNames, admin: 'portal-admin-NUK' } },
    'its own group',
  ],
  [
    'a group name without its group',
    { groupNames: { ...stages.dev.groupNames, NFR: 'portal-france' } },
    'its own group',
  ],
  ['retailers where nothing counts them', { retailers: ['203.0.113.0/24'], firewall: false }, 'retailers'],
  ['a log retention that CloudWatch does not know', { logRetentionDays: 10 }, 'logRetentionDays'],
  ['a sender that is no address', { email: { from: 'Portal <portal@example.com>' } }, 'from'],
  ['a sender with a second header line', { email: { from: 'portal@example.com\r\nBcc: all@example.com' } }, 'from'],
  [
    'a sender in an AWS region that cannot be',
    { email: { from: 'portal@example.com', sesRegion: 'europe' } },
    'sesRegion',
  ],
  ['an account of the back office that is too short', { backOfficeAccount: '12345678901' }, 'backOfficeAccount'],
  ['everybody as the back office', { backOfficeAccount: '*' }, 'backOfficeAccount'],
  ['an AWS region that cannot be', { awsRegion: 'europe' }, 'awsRegion'],
  [
    'legal texts elsewhere without the date of their terms',
    {
      regions: {
        ...stages.dev.regions,
        nfr: { ...stages.dev.regions.nfr, legal: { ...stages.dev.regions.nfr.legal, termsLastUpdated: undefined } },
      },
    },
    'termsLastUpdated',
  ],
  ['a backup of what is not to be kept', { backups: true }, 'backups'],
])('%s is refused', (_, change, message) =>
  expect(() => parseStageSettings({ ...stages.dev, ...change })).toThrow(message),
);
