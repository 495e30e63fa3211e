import { expect, test } from '@jest/globals';
import { captchaProviders } from '#shared/config/captcha-providers.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { findMissingSettings } from './readiness.ts';
import { findStage } from './stages.ts';
import { findResourceProperties, readSynthesized } from './testing/synthesized.ts';
import { testedStages } from './testing/tested-stages.ts';

test.each(['local', 'dev'])('%s may be deployed with its placeholders', (name) =>
  expect(findMissingSettings(findStage(name))).toEqual([]),
);

test('lists all missing settings of a stage with data in one report', () => {
  const { missingSettingsReports } = readSynthesized('prod');
  // The edge stack, which is deployed first, lists the settings, and the portal refers to it.
  expect(missingSettingsReports).toHaveLength(2);
  const [{ type, text } = { type: '', text: '' }, portalReport] = missingSettingsReports;
  expect(portalReport).toMatchObject({ type, text: expect.stringContaining('See retailer-support-portal-prod-edge.') });
  expect(type).toBe('aws:cdk:warning');
  for (const part of [
    'The stage prod is not ready to be deployed. Fill in, in infra/stages.ts:',
    'account: ',
    'domain: ',
    'email: ',
    'captcha.siteKey: ',
    'alarmEmail: portal-prod@example.com is an example',
    'runbooks: ',
    'trackingUrl: ',
    'regions.nuk.supportUrl: https://support.example.co.uk/prod is an example',
    'regions.nfr.legal.privacyPolicy: ',
    'regions.ndach.legal: its own terms and provider, or portalTermsApplyIn',
  ])
    expect(text).toContain(part);
});

test.each(['dev', 'prod with every option'])(
  'reports nothing for %s, since the pipeline treats warnings as errors',
  (title) => expect(readSynthesized(title).missingSettingsReports).toEqual([]),
);

test('reports an error if an account to deploy to is known', () =>
  expect(readSynthesized('prod').missingSettingsReportsWithAccount.map(({ type }) => type)).toEqual(['aws:cdk:error']));

test.each([
  ['email.from', { email: { from: 'portal@example.com' } }],
  ['domain.name', { domain: { name: 'portal.test', hostedZoneId: 'Z1', hostedZoneName: 'portal-owner.eu' } }],
  ['account', { account: undefined }],
  ['captcha.siteKey', { captcha: { provider: 'turnstile' as const, siteKey: '1x00000000000000000000AA' } }],
])('reports %s if only that is missing', (path, change) => {
  const stage = testedStages['prod with every option'];
  if (!stage) throw new Error('no such stage');
  expect(findMissingSettings(stage)).toEqual([]);
  expect(findMissingSettings({ ...stage, ...change }).map((line) => line.split(':')[0])).toEqual([path]);
});

test('refuses a stage in the account of another one if either keeps data', () => {
  const account = '123456789012';
  const dev = findStage('dev');
  const prod = testedStages['prod with every option'];
  if (!prod) throw new Error('no such stage');
  const listMissing = (stage: typeof dev, deploysTo: string | undefined, ...stages: (typeof dev)[]) =>
    findMissingSettings(stage, deploysTo, stages).map((line) => line.split(';')[0]);
  expect(listMissing(prod, account, prod, { ...dev, account })).toEqual(['account: another one than that of dev']);
  expect(listMissing(dev, account, prod, dev)).toEqual(['account: another one than that of prod']);
  expect(listMissing(prod, account, prod, { ...dev, account: '210987654321' })).toEqual([]);
  expect(listMissing(dev, undefined, prod, dev)).toEqual([]);
  // Stages without data may share an account.
  expect(listMissing(findStage('try-anna'), account, { ...dev, account })).toEqual([]);
});

test("requires legal texts per region or the owner's consent", () => {
  const stage = testedStages['prod with every option'];
  if (!stage) throw new Error('no such stage');
  const regions = createByRegion((id) => ({ ...stage.regions[id], legal: undefined }));
  expect(findMissingSettings({ ...stage, regions }).map((line) => line.split(':')[0])).toEqual([
    'regions.ndach.legal',
    'regions.nfr.legal',
  ]);
  expect(findMissingSettings({ ...stage, regions, portalTermsApplyIn: ['ndach', 'nfr'] })).toEqual([]);
});

test('binds a stage to its configured account', () => {
  const { environments } = readSynthesized('prod with every option');
  expect(environments).toEqual(['aws://123456789012/us-east-1', 'aws://123456789012/eu-central-1']);
  expect(readSynthesized('dev').environments).toEqual([
    'aws://unknown-account/us-east-1',
    'aws://unknown-account/eu-central-1',
  ]);
});

test("uses the captcha provider's published test keys in stages with the settings of dev only", () => {
  const findSecret = (title: string) =>
    findResourceProperties(readSynthesized(title).portal, 'AWS::SecretsManager::Secret').find(({ id }) =>
      id.startsWith('SecretsCaptcha'),
    );
  expect(findSecret('dev')).toMatchObject({ SecretString: captchaProviders.recaptcha.testKeys.secret });
  for (const title of Object.keys(testedStages).filter((name) => !['dev', 'a temporary stage'].includes(name)))
    expect([title, findSecret(title)?.SecretString, findSecret(title)?.GenerateSecretString]).toEqual([
      title,
      undefined,
      expect.anything(),
    ]);
});

test('protects stacks with data from deletion', () => {
  expect(readSynthesized('prod').isProtected).toEqual([true, true]);
  expect(readSynthesized('dev').isProtected).toEqual([false, false]);
});
