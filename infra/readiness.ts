import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { publishedSecret } from '#shared/captcha.ts';
import { regionIds } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Stage } from './stages.ts';

/** Domains that nobody owns (RFC 2606), as the placeholders of a stage have them. */
const nobodys = /\bexample\.(com|net|org|co\.uk|de|fr)\b|\.(example|test|invalid)\b/;

const termsAreOf: RegionId = 'nuk';

const texts = (value: unknown, path = ''): (readonly [path: string, text: string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, path === '' ? name : `${path}.${name}`));
};

export const missingOf = (stage: Stage): string[] => {
  if (!stage.keepsData) return [];
  const { account, domain, email, captcha, givenTermsCountIn = [] } = stage;
  const isNobodysKey = captcha.siteKey.startsWith('captcha-site-key-of-') || publishedSecret(captcha) !== undefined;
  return [
    account === undefined && 'account: the AWS account it belongs to',
    !domain && "domain: its own name; CloudFront's certificate would allow TLS 1.0",
    !email && 'email: its sender; Cognito itself sends 50 emails a day, to nobody who changed a password',
    isNobodysKey && 'captcha.siteKey: the site key that the captcha provider issued',
    stage.provider.name.startsWith('Example ') && 'provider: who answers for the portal, for the legal texts',
    ...regionIds
      .filter((id) => id !== termsAreOf && !stage.regions[id].legal && !givenTermsCountIn.includes(id))
      .map(
        (id) =>
          `regions.${id}.legal: its own terms and provider, or givenTermsCountIn: ['${id}'] once its owner says so`,
      ),
    ...texts(stage)
      .filter(([, text]) => nobodys.test(text))
      .map(([path, text]) => `${path}: ${text} is an example`),
  ].filter((line) => line !== false);
};

/** Refuses a stage that is not filled in; without an account it warns: the pipeline, which has none, takes warnings for errors. `toldAt`: the stack that says what lacks. */
export const refuseUnready = (
  at: Construct,
  stage: Stage,
  toldAt = '',
  account = process.env['CDK_DEFAULT_ACCOUNT'],
) => {
  const missing = missingOf(stage);
  if (missing.length === 0) return;
  const told = toldAt ? `See ${toldAt}.` : ['Fill in, in infra/stages.ts:', ...missing].join('\n  - ');
  const message = `The stage ${stage.name} is not ready to be deployed. ${told}`;
  if (account) Annotations.of(at).addError(message);
  else Annotations.of(at).addWarningV2('portal:stage-not-ready', message);
};
