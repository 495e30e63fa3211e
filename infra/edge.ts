import type { StackProps } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { errorStatus } from '#shared/errors.ts';
import messages from '#shared/locales/errors.en.json' with { type: 'json' };
import { prefixes } from '#shared/regions.ts';
import { stackName } from './outputs.ts';
import type { Stage } from './stages.ts';
import { environmentOf } from './stages.ts';
import { perAddress, perBrowser, timesForRetailers } from './throttles.ts';

/** What CloudFront takes from us-east-1 only: firewall, certificate. And, as the first stack, what all may cost. */
export class Edge extends Stack {
  readonly firewall: { readonly arn: string; readonly metric: string } | undefined;
  readonly certificate: acm.ICertificate | undefined;

  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, env: environmentOf(props.stage, 'us-east-1') });
    if (props.stage.firewall) this.firewall = this.makeFirewall(props.stage);
    this.certificate = props.stage.domain && certificateFor(this, props.stage.domain);
    limitCost(this, props.stage);
  }

  private makeFirewall(stage: Stage) {
    const name = stackName(stage.name);
    const { attrArn } = new wafv2.CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metric(name),
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
            error: { code: 'LimitExceededException', message: messages.LimitExceededException },
          }),
        },
      },
      // A browser shows once in half a day that it is one, unseen by whoever sits before it.
      challengeConfig: { immunityTimeProperty: { immunityTime: 43_200 } },
      rules: [...this.rates(stage), ...managed].map((rule, priority) => ({ ...rule, priority })),
    });
    return { arn: attrArn, metric: name };
  }

  /** What is too much of an address, where browsers are told from scripts, and of one browser (docs/decisions/09-how-much-may-one-source-send.md). */
  private rates({ retailers, name: stage }: Stage): Rule[] {
    const listed =
      retailers.length > 0 &&
      new wafv2.CfnIPSet(this, 'Retailers', {
        scope: 'CLOUDFRONT',
        ipAddressVersion: 'IPV4',
        addresses: [...retailers],
        description: `Addresses of retailers, from the settings of ${stage}`,
      }).attrArn;
    const ofAddresses = Object.entries(ofOneAddress).flatMap(([name, { limit, where }]) => {
      const rate = (suffix: string, most: number, scopeDownStatement: wafv2.CfnWebACL.StatementProperty) => ({
        name: `${name}${suffix}`,
        action: { challenge: {} },
        statement: {
          rateBasedStatement: { limit: most, evaluationWindowSec, aggregateKeyType: 'IP', scopeDownStatement },
        },
        visibilityConfig: metric(`${name}${suffix}`),
      });
      if (!listed) return [rate('', limit, where)];
      const isListed = { ipSetReferenceStatement: { arn: listed } };
      const both = (who: wafv2.CfnWebACL.StatementProperty) => ({ andStatement: { statements: [where, who] } });
      return [
        rate('', limit, both({ notStatement: { statement: isListed } })),
        rate('-of-retailers', limit * timesForRetailers, both(isListed)),
      ];
    });
    return [...ofAddresses, ofOneBrowser];
  }
}

type Rule = Omit<wafv2.CfnWebACL.RuleProperty, 'priority'>;

/** As the API says it, so that the page does too; the firewall's own answer is a 403 in HTML. */
const tooMany = 'too-many';
const evaluationWindowSec = 300;
const block: wafv2.CfnWebACL.RuleActionProperty = {
  block: {
    customResponse: {
      responseCode: errorStatus.LimitExceededException,
      customResponseBodyKey: tooMany,
      responseHeaders: [
        { name: 'Retry-After', value: String(evaluationWindowSec) },
        { name: 'Cache-Control', value: 'no-store' },
      ],
    },
  },
};

/** Pages, whose documents a challenge needs: a browser answers it while it loads one. Files of the site are not counted. */
const pages = `(${Object.keys(prefixes).join('|')})(/.*)?`;

const ofOneAddress = {
  'rate-of-passwords': {
    limit: perAddress.passwords,
    where: pathIs(
      `^/(${pages}|api/auth/[a-z]+/(login|(set|change)-password|answer-code|forgot-password/[a-z-]+|(start|confirm|stop)-second-factor))$`,
    ),
  },
  'rate-of-files': {
    limit: perAddress.files,
    where: pathIs(
      `^/(${pages}|api/(returns/[a-z]+/(uploads|files)|user-files/[a-z]+(/uploads)?|jobs/[a-z]+/(import|resend|actions|undo)))$`,
    ),
  },
  rate: { limit: perAddress.requests, where: pathIs(`^/(${pages}|api/.*)?$`) },
};

/** A rate limit by the firewall's own token, which cannot be forged: it stops one browser of an address, and none of its neighbours. */
const ofOneBrowser: Rule = {
  name: 'rate-of-browser',
  action: block,
  statement: {
    rateBasedStatement: {
      limit: perBrowser,
      evaluationWindowSec,
      aggregateKeyType: 'CUSTOM_KEYS',
      customKeys: [
        { ip: {} },
        { cookie: { name: 'aws-waf-token', textTransformations: [{ priority: 0, type: 'NONE' }] } },
      ],
      scopeDownStatement: ofOneAddress.rate.where,
    },
  },
  visibilityConfig: metric('rate-of-browser'),
};

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

// People's texts may say `../` or `<script>`, and a booking has more than 8 KB: none is run, the API has own limits.
const wordsOfPeople = [
  'SizeRestrictions_BODY',
  ...['CrossSiteScripting', 'GenericLFI', 'GenericRFI', 'EC2MetaDataSSRF'].flatMap((rule) => [
    `${rule}_BODY`,
    `${rule}_QUERYARGUMENTS`,
  ]),
  'RestrictedExtensions_QUERYARGUMENTS',
];

function metric(metricName: string) {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}

const managedRules = (name: string, countedOnly: readonly string[] = []): Rule => ({
  name,
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

const managed = [
  managedRules('AWSManagedRulesAmazonIpReputationList'),
  managedRules('AWSManagedRulesKnownBadInputsRuleSet'),
  managedRules('AWSManagedRulesCommonRuleSet', wordsOfPeople),
];

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

/** Of the whole account: a filter by tag would count nothing until somebody has activated the tag for billing. */
const limitCost = (scope: Construct, { name, monthlyBudget, alarmEmail }: Stage) => {
  const tell = (notificationType: string, threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new budgets.CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `${stackName(name)}-monthly`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
};
