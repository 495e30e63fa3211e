import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { findTestSecret } from '#shared/config/captcha-providers.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Stage } from './stages.ts';
import { findStage, stageNames } from './stages.ts';

/** Placeholder domains, most of them reserved by RFC 2606. */
const placeholderDomain = /\bexample\.(com|net|org|co\.uk|de|fr)\b|\.(example|test|invalid)\b/;

/** Region for which the portal's own terms are written. */
const termsRegion: RegionId = 'nuk';

const collectTexts = (value: unknown, path = ''): (readonly [path: string, text: string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, nestedValue]) =>
    collectTexts(nestedValue, path === '' ? name : `${path}.${name}`),
  );
};

/**
 * Returns the other stages with the same account, if this stage or the other one keeps data: in a shared account, the
 * roles of one stage could change and read the other.
 */
const findAccountSharers = (stage: Stage, account: string | undefined, allStages: readonly Stage[]) =>
  allStages.filter(
    (otherStage) =>
      otherStage.name !== stage.name &&
      account !== undefined &&
      otherStage.account === account &&
      (otherStage.keepsData || stage.keepsData),
  );

/** Returns a line for each missing setting of a stage; `account` is the account to deploy to if the stage sets none. */
export const findMissingSettings = (
  stage: Stage,
  account = stage.account,
  allStages: readonly Stage[] = stageNames.map(findStage),
): string[] => {
  const accountConflicts = findAccountSharers(stage, account, allStages).map(
    ({ name }) => `account: another one than that of ${name}; a stage with data has an account of its own`,
  );
  return [...accountConflicts, ...findMissingDataSettings(stage)];
};

const findMissingDataSettings = (stage: Stage): string[] => {
  if (!stage.keepsData) return [];
  const { account, domain, email, captcha, portalTermsApplyIn = [] } = stage;
  const isPlaceholderKey = captcha.siteKey.startsWith('captcha-site-key-of-') || findTestSecret(captcha) !== undefined;
  return [
    account === undefined && 'account: the AWS account it belongs to',
    !domain && "domain: its own name; CloudFront's certificate would allow TLS 1.0",
    !email && 'email: its sender; Cognito itself sends 50 emails a day, to nobody who changed a password',
    isPlaceholderKey && 'captcha.siteKey: the site key that the captcha provider issued',
    stage.provider.name.startsWith('Example ') && 'provider: who answers for the portal, for the legal texts',
    ...regionIds
      .filter((id) => id !== termsRegion && !stage.regions[id].legal && !portalTermsApplyIn.includes(id))
      .map(
        (id) =>
          `regions.${id}.legal: its own terms and provider, or portalTermsApplyIn: ['${id}'] once its owner says so`,
      ),
    ...collectTexts(stage)
      .filter(([, text]) => placeholderDomain.test(text))
      .map(([path, text]) => `${path}: ${text} is an example`),
  ].filter((line) => line !== false);
};

/**
 * Reports the missing settings of a stage: as an error if an account to deploy to is known, otherwise as a warning, which
 * the pipeline treats as an error. `detailsStack` is the stack that already lists them.
 */
export const reportMissingSettings = (
  scope: Construct,
  stage: Stage,
  {
    detailsStack = '',
    account = process.env['CDK_DEFAULT_ACCOUNT'],
  }: { readonly detailsStack?: string; readonly account?: string | undefined } = {},
) => {
  const missingSettings = findMissingSettings(stage, stage.account ?? account);
  if (missingSettings.length === 0) return;
  const details = detailsStack
    ? `See ${detailsStack}.`
    : ['Fill in, in infra/stages.ts:', ...missingSettings].join('\n  - ');
  const message = `The stage ${stage.name} is not ready to be deployed. ${details}`;
  if (account) Annotations.of(scope).addError(message);
  else Annotations.of(scope).addWarningV2('portal:stage-not-ready', message);
};
