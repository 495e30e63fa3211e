import type { StackProps } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** What CloudFront takes from us-east-1 only: the web firewall, and the certificate of a stage with a domain. */
export class Edge extends Stack {
  readonly webAclArn: string;
  readonly certificate: acm.ICertificate | undefined;

  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, env: { region: 'us-east-1' } });
    this.webAclArn = new wafv2.CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metric('all'),
      // Sampled requests can be read by whoever may look at the firewall: without the sessions of the people in them.
      dataProtectionConfig: {
        dataProtections: [{ action: 'SUBSTITUTION', field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['cookie'] } }],
      },
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: requestsPerAddress },
          visibilityConfig: metric('rate'),
        },
        {
          name: 'rate-of-passwords',
          priority: 1,
          action: { block: {} },
          statement: { rateBasedStatement: { ...passwordsPerAddress, scopeDownStatement: wherePasswordsGo } },
          visibilityConfig: metric('rate-of-passwords'),
        },
        managedRules(2, 'AWSManagedRulesAmazonIpReputationList'),
        managedRules(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
        managedRules(4, 'AWSManagedRulesCommonRuleSet', wordsOfPeople),
      ],
    }).attrArn;
    this.certificate = props.stage.domain && certificateFor(this, props.stage.domain);
  }
}

// A chain's stores may share one address, and each open list asks for new RMA numbers.
const requestsPerAddress = { limit: 10_000, evaluationWindowSec: 300, aggregateKeyType: 'IP' };

// A head office's staff who all sign in within five minutes, and no more guesses than that. Refreshing a session is not meant.
const passwordsPerAddress = { limit: 200, evaluationWindowSec: 300, aggregateKeyType: 'IP' };
const wherePasswordsGo: wafv2.CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: '^/api/auth/[a-z]+/(login|set-password|change-password|answer-code|forgot-password/[a-z-]+)$',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

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
