import { expect, test } from '@jest/globals';
import { captchaProviders } from '#shared/captcha.ts';
import { byRegion } from '#shared/regions.ts';
import { missingOf } from './readiness.ts';
import { findStage } from './stages.ts';
import { propertiesOf, synthesized } from './testing/synthesized.ts';
import { testedStages } from './testing/tested-stages.ts';

test.each(['local', 'dev'])('%s may be deployed with its placeholders', (name) =>
  expect(missingOf(findStage(name))).toEqual([]),
);

test('a stage that keeps data is refused with everything that is missing, once', () => {
  const { refusal } = synthesized('prod');
  // At the edge, which is deployed first, and at the portal.
  expect(refusal).toHaveLength(2);
  const [{ type, text } = { type: '', text: '' }, again] = refusal;
  expect(again).toMatchObject({ type, text: expect.stringContaining('See retailer-support-portal-prod-edge.') });
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
    'regions.ndach.legal: its own terms and provider, or givenTermsCountIn',
  ])
    expect(text).toContain(part);
});

test.each(['dev', 'prod with every option'])(
  'nothing else stops the pipeline, which takes warnings for errors: %s has none',
  (title) => expect(synthesized(title).refusal).toEqual([]),
);

test('whoever has an account to deploy to is stopped before anything is deployed', () =>
  expect(synthesized('prod').refusalWithAccount.map(({ type }) => type)).toEqual(['aws:cdk:error']));

test.each([
  ['email.from', { email: { from: 'portal@example.com' } }],
  ['domain.name', { domain: { name: 'portal.test', hostedZoneId: 'Z1', hostedZoneName: 'portal-owner.eu' } }],
  ['account', { account: undefined }],
  ['captcha.siteKey', { captcha: { provider: 'turnstile' as const, siteKey: '1x00000000000000000000AA' } }],
])('%s alone is missed', (path, change) => {
  const stage = testedStages['prod with every option'];
  if (!stage) throw new Error('no such stage');
  expect(missingOf(stage)).toEqual([]);
  expect(missingOf({ ...stage, ...change }).map((line) => line.split(':')[0])).toEqual([path]);
});

test('a region without legal texts of its own is refused until its owner says that the given ones count there', () => {
  const stage = testedStages['prod with every option'];
  if (!stage) throw new Error('no such stage');
  const regions = byRegion((id) => ({ ...stage.regions[id], legal: undefined }));
  expect(missingOf({ ...stage, regions }).map((line) => line.split(':')[0])).toEqual([
    'regions.ndach.legal',
    'regions.nfr.legal',
  ]);
  expect(missingOf({ ...stage, regions, givenTermsCountIn: ['ndach', 'nfr'] })).toEqual([]);
});

test('a stage that names its account is deployed to no other', () => {
  const { environments } = synthesized('prod with every option');
  expect(environments).toEqual(['aws://123456789012/us-east-1', 'aws://123456789012/eu-central-1']);
  expect(synthesized('dev').environments).toEqual([
    'aws://unknown-account/us-east-1',
    'aws://unknown-account/eu-central-1',
  ]);
});

test('dev can be signed in to at once: with the keys that the captcha’s provider publishes, and no other stage', () => {
  const secretOf = (title: string) =>
    propertiesOf(synthesized(title).portal, 'AWS::SecretsManager::Secret').find(({ id }) =>
      id.startsWith('SecretsCaptcha'),
    );
  expect(secretOf('dev')).toMatchObject({ SecretString: captchaProviders.recaptcha.testKeys.secret });
  for (const title of Object.keys(testedStages).filter((each) => !['dev', 'a stage to be thrown away'].includes(each)))
    expect([title, secretOf(title)?.SecretString, secretOf(title)?.GenerateSecretString]).toEqual([
      title,
      undefined,
      expect.anything(),
    ]);
});

test('stacks that keep data are protected from being deleted', () => {
  expect(synthesized('prod').isProtected).toEqual([true, true]);
  expect(synthesized('dev').isProtected).toEqual([false, false]);
});
