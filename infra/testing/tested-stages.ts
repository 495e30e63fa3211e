import { join } from 'node:path';
import type { Stage } from '#infra/stages.ts';
import { findStage, stageNames, toGroupNames } from '#infra/stages.ts';
import { createByRegion } from '#shared/config/regions.ts';

export const domain = { name: 'portal.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

/** Stage with every option set and without placeholder domains, so that it can be deployed. */
const stageWithEveryOption: Stage = {
  ...findStage('prod'),
  account: '123456789012',
  domain: { name: 'support.portal-owner.eu', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'portal-owner.eu' },
  email: { from: 'portal@support.portal-owner.eu' },
  backOfficeAccount: '210987654321',
  captcha: { provider: 'turnstile', siteKey: '0x4AAAAAAAB' },
  originSecretVersion: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  adminsNeedSecondFactor: true,
  customerKeys: true,
  retailers: ['203.0.113.0/24'],
  alarmEmail: 'alarms@portal-owner.eu',
  alarmEndpoints: ['https://incidents.portal-owner.eu/sns/key'],
  runbooks: 'https://code.portal-owner.eu/portal/docs/runbooks',
  securityContact: 'mailto:security@portal-owner.eu',
  provider: { name: 'Owner Repairs Ltd', address: ['1 Owner Street', 'Dublin'], email: 'repairs@portal-owner.eu' },
  trackingUrl: 'https://tracking.portal-owner.eu',
  regions: createByRegion(() => ({
    returnsAvailable: true,
    returnPeriodDays: 30,
    supportUrl: 'https://help.portal-owner.eu',
    legal: {
      privacyPolicy: 'https://help.portal-owner.eu/privacy',
      termsOfService: 'https://help.portal-owner.eu/terms',
      termsLastUpdated: '2025-03-01',
    },
  })),
};

/** Stages by title. The first has every resource type, because CDK's validation restarts its engine for each new type. */
export const testedStages: Readonly<Record<string, Stage>> = {
  'prod with every option': stageWithEveryOption,
  ...Object.fromEntries(stageNames.map((name) => [name, findStage(name)])),
  'prod with a domain': { ...findStage('prod'), domain },
  'qa with a sender': { ...findStage('qa'), email: { from: 'portal@mail.example.com', sesRegion: 'eu-west-1' } },
  "qa with the back office's account": { ...findStage('qa'), backOfficeAccount: '210987654321' },
  'a temporary stage': findStage('try-nightly'),
  'prod while groups are renamed': {
    ...findStage('prod'),
    groupNames: toGroupNames('shop'),
    formerGroupNames: findStage('prod').groupNames,
  },
  'prod after a restore': {
    ...findStage('prod'),
    adoptedTables: { repairs: 'retailer-support-portal-prod-restored-repairs-2026-11-20' },
  },
};

export const toSynthesizedFile = (folder: string, title: string) =>
  join(folder, `${title.replaceAll(/\W+/g, '-')}.json`);

export const templateMistakesFile = 'template-mistakes.json';

/** One valid resource, and one with each kind of mistake that CloudFormation would only find at deployment. */
export const templateMistakes: Readonly<Record<string, { type: string; properties: Record<string, unknown> }>> = {
  ValidResource: { type: 'AWS::SQS::Queue', properties: { VisibilityTimeout: 30 } },
  UnknownProperty: { type: 'AWS::SQS::Queue', properties: { VisibilityTimeOut: 30 } },
  MissingProperty: { type: 'AWS::Logs::MetricFilter', properties: { FilterPattern: '', LogGroupName: 'log' } },
  WrongType: { type: 'AWS::SQS::Queue', properties: { VisibilityTimeout: 'soon' } },
  WrongChoice: {
    type: 'AWS::Lambda::Function',
    properties: {
      Code: { ZipFile: '' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: 'arn:aws:iam::123456789012:role/a',
      TracingConfig: { Mode: 'Sometimes' },
    },
  },
};
