import type { StackProps } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { errorStatus } from '#shared/errors.ts';
import english from '#shared/locales/en.json' with { type: 'json' };
import { environmentOf } from './environment-of.ts';
import { stackName } from './outputs.ts';
import type { Stage } from './stages.ts';
import { perAddress } from './throttles.ts';

/** What CloudFront takes from us-east-1 only: the web firewall, and the certificate of a stage with a domain. */
export class Edge extends Stack {
  readonly webAclArn: string;
  /** Under which CloudWatch counts what the firewall does. */
  readonly firewallMetric: string;
  readonly certificate: acm.ICertificate | undefined;

  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, env: environmentOf(props.stage, 'us-east-1') });
    this.firewallMetric = stackName(props.stage.name);
    this.webAclArn = new wafv2.CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metric(this.firewallMetric),
      // Sampled requests can be read by whoever may look at the firewall: without the sessions of the people in them, and what they searched for.
      dataProtectionConfig: {
        dataProtections: [
          { action: 'SUBSTITUTION', field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['cookie'] } },
          { action: 'SUBSTITUTION', field: { fieldType: 'QUERY_STRING' } },
        ],
      },
      customResponseBodies: {
        [tooMany]: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({
            error: { code: 'LimitExceededException', message: english.errors.LimitExceededException },
          }),
        },
      },
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: block,
          statement: { rateBasedStatement: ofOneAddress(perAddress.requests) },
          visibilityConfig: metric('rate'),
        },
        {
          name: 'rate-of-passwords',
          priority: 1,
          action: block,
          statement: {
            rateBasedStatement: { ...ofOneAddress(perAddress.passwords), scopeDownStatement: wherePasswordsGo },
          },
          visibilityConfig: metric('rate-of-passwords'),
        },
        {
          name: 'rate-of-files',
          priority: 2,
          action: block,
          statement: { rateBasedStatement: { ...ofOneAddress(perAddress.files), scopeDownStatement: whereFilesGo } },
          visibilityConfig: metric('rate-of-files'),
        },
        managedRules(3, 'AWSManagedRulesAmazonIpReputationList'),
        managedRules(4, 'AWSManagedRulesKnownBadInputsRuleSet'),
        managedRules(5, 'AWSManagedRulesCommonRuleSet', wordsOfPeople),
      ],
    }).attrArn;
    this.certificate = props.stage.domain && certificateFor(this, props.stage.domain);
  }
}

/** How the API says it, so that the page does too; the firewall's own answer is a 403 in HTML. */
const tooMany = 'too-many';
const windowSeconds = 300;
const block: wafv2.CfnWebACL.RuleActionProperty = {
  block: {
    customResponse: {
      responseCode: errorStatus.LimitExceededException,
      customResponseBodyKey: tooMany,
      responseHeaders: [
        { name: 'Retry-After', value: String(windowSeconds) },
        { name: 'Cache-Control', value: 'no-store' },
      ],
    },
  },
};

const ofOneAddress = (limit: number) => ({ limit, evaluationWindowSec: windowSeconds, aggregateKeyType: 'IP' });

const wherePasswordsGo = pathIs(
  '^/api/auth/[a-z]+/(login|(set|change)-password|answer-code|forgot-password/[a-z-]+|(start|confirm|stop)-second-factor)$',
);

const whereFilesGo = pathIs(
  '^/api/(returns/[a-z]+/(uploads|files)|user-files/[a-z]+(/uploads)?|jobs/[a-z]+/(import|resend|actions))$',
);

function pathIs(regexString: string): wafv2.CfnWebACL.StatementProperty {
  return {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      regexString,
      // As the API reads it, however it is spelled.
      textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
    },
  };
}

// A description or a reference may say `../` or `<script>`, also when it is searched for, and a booking may be longer than
// 8 KB: nothing of them is ever run or taken for a path, and the API has its own limits. The rules only count what they see there.
const wordsOfPeople = [
  'SizeRestrictions_BODY',
  ...['CrossSiteScripting', 'GenericLFI', 'GenericRFI', 'EC2MetaDataSSRF'].flatMap((rule) => [
    `${rule}_BODY`,
    `${rule}_QUERYARGUMENTS`,
  ]),
  'RestrictedExtensions_QUERYARGUMENTS',
];

const metric = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true });

const managedRules = (
  priority: number,
  name: string,
  countedOnly: readonly string[] = [],
): wafv2.CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: countedOnly.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: metric(name),
});

const certificateFor = (scope: Construct, domain: NonNullable<Stage['domain']>) =>
  new acm.Certificate(scope, 'Certificate', {
    domainName: domain.name,
    validation: acm.CertificateValidation.fromDns(
      route53.HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
        hostedZoneId: domain.hostedZoneId,
        zoneName: domain.hostedZoneName,
      }),
    ),
  });
