import type { StackProps } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { errorStatus } from '#shared/api/errors.ts';
import { prefixes } from '#shared/config/regions.ts';
import messages from '#shared/locales/errors.en.json' with { type: 'json' };
import { toStackName } from './outputs.ts';
import type { Stage } from './stages.ts';
import { toStackEnvironment } from './stages.ts';
import { ipRateLimits, browserRateLimit, retailerRateFactor } from './throttles.ts';

/**
 * Resources that CloudFront requires in us-east-1: firewall and certificate. As the first stack to be deployed, it also
 * has the budget.
 */
export class Edge extends Stack {
  readonly firewall: { readonly arn: string; readonly metricName: string } | undefined;
  readonly certificate: acm.ICertificate | undefined;

  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, env: toStackEnvironment(props.stage, 'us-east-1') });
    if (props.stage.firewall) this.firewall = this.createFirewall(props.stage);
    this.certificate = props.stage.domain && createCertificate(this, props.stage.domain);
    addBudget(this, props.stage);
  }

  private createFirewall(stage: Stage) {
    const name = toStackName(stage.name);
    const { attrArn } = new wafv2.CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: toVisibilityConfig(name),
      // Redacts session cookies and search terms in sampled requests, which anyone with access to the firewall can
      // read.
      dataProtectionConfig: {
        dataProtections: [
          { action: 'SUBSTITUTION', field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['cookie'] } },
          { action: 'SUBSTITUTION', field: { fieldType: 'QUERY_STRING' } },
        ],
      },
      customResponseBodies: {
        [tooManyRequestsBodyKey]: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({
            error: { code: 'LimitExceededException', message: messages.LimitExceededException },
          }),
        },
      },
      // A browser has to pass an invisible challenge only once every twelve hours.
      challengeConfig: { immunityTimeProperty: { immunityTime: 43_200 } },
      rules: [...this.createRateRules(stage), ...managedRules].map((rule, priority) => ({ ...rule, priority })),
    });
    return { arn: attrArn, metricName: name };
  }

  /**
   * Rate limits per IP address, where a challenge separates browsers from scripts, and per browser
   * (docs/decisions/09-how-much-may-one-source-send.md).
   */
  private createRateRules({ retailers, name: stage }: Stage): Rule[] {
    const retailersArn =
      retailers.length > 0 &&
      new wafv2.CfnIPSet(this, 'Retailers', {
        scope: 'CLOUDFRONT',
        ipAddressVersion: 'IPV4',
        addresses: [...retailers],
        description: `Addresses of retailers, from the settings of ${stage}`,
      }).attrArn;
    const ipRules = Object.entries(ipRates).flatMap(([name, { limit, pathCondition }]) => {
      const createRule = (
        suffix: string,
        maxRequests: number,
        scopeDownStatement: wafv2.CfnWebACL.StatementProperty,
      ) => ({
        name: `${name}${suffix}`,
        action: { challenge: {} },
        statement: {
          rateBasedStatement: { limit: maxRequests, evaluationWindowSec, aggregateKeyType: 'IP', scopeDownStatement },
        },
        visibilityConfig: toVisibilityConfig(`${name}${suffix}`),
      });
      if (!retailersArn) return [createRule('', limit, pathCondition)];
      const retailerCondition = { ipSetReferenceStatement: { arn: retailersArn } };
      const combineWith = (condition: wafv2.CfnWebACL.StatementProperty) => ({
        andStatement: { statements: [pathCondition, condition] },
      });
      return [
        createRule('', limit, combineWith({ notStatement: { statement: retailerCondition } })),
        createRule('-of-retailers', limit * retailerRateFactor, combineWith(retailerCondition)),
      ];
    });
    return [...ipRules, browserRule];
  }
}

type Rule = Omit<wafv2.CfnWebACL.RuleProperty, 'priority'>;

/** Key of the response body of blocked requests in the firewall. */
const tooManyRequestsBodyKey = 'too-many';
const evaluationWindowSec = 300;
/** Responds in the API's format, so that the page shows the message; the firewall's default is a 403 in HTML. */
const blockAction: wafv2.CfnWebACL.RuleActionProperty = {
  block: {
    customResponse: {
      responseCode: errorStatus.LimitExceededException,
      customResponseBodyKey: tooManyRequestsBodyKey,
      responseHeaders: [
        { name: 'Retry-After', value: String(evaluationWindowSec) },
        { name: 'Cache-Control', value: 'no-store' },
      ],
    },
  },
};

/**
 * Matches any path segment, since API Gateway's throttles also count requests with an invalid region, which only the
 * functions reject. A decoded segment may contain capitals, slashes and line breaks.
 */
const anyTextPattern = '[\\s\\S]*';

/**
 * Matches pages, because a browser can solve a challenge while it loads a page. Other files of the site are not counted.
 */
const pagePattern = `(${Object.keys(prefixes).join('|')})(/${anyTextPattern})?`;

const ipRates = {
  'rate-of-passwords': {
    limit: ipRateLimits.passwords,
    pathCondition: matchPath(
      `^/(${pagePattern}|api/auth/${anyTextPattern}/(login|(set|change)-password|answer-code|forgot-password/${anyTextPattern}|(start|confirm|stop)-second-factor)/?)$`,
    ),
  },
  'rate-of-files': {
    limit: ipRateLimits.files,
    pathCondition: matchPath(
      `^/(${pagePattern}|api/(returns/${anyTextPattern}/(uploads|files)|user-files/${anyTextPattern}(/uploads)?|jobs/${anyTextPattern}/(import|resend|actions|undo))/?)$`,
    ),
  },
  rate: { limit: ipRateLimits.requests, pathCondition: matchPath(`^/(${pagePattern}|api/${anyTextPattern})?$`) },
};

/**
 * Limits a single browser by the firewall's token, which cannot be forged, without affecting others at the same IP
 * address.
 */
const browserRule: Rule = {
  name: 'rate-of-browser',
  action: blockAction,
  statement: {
    rateBasedStatement: {
      limit: browserRateLimit,
      evaluationWindowSec,
      aggregateKeyType: 'CUSTOM_KEYS',
      customKeys: [
        { ip: {} },
        { cookie: { name: 'aws-waf-token', textTransformations: [{ priority: 0, type: 'NONE' }] } },
      ],
      scopeDownStatement: ipRates.rate.pathCondition,
    },
  },
  visibilityConfig: toVisibilityConfig('rate-of-browser'),
};

function matchPath(regexString: string): wafv2.CfnWebACL.StatementProperty {
  return {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      regexString,
      // Decodes the path before matching, as the API does.
      textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
    },
  };
}

// Only counts matches of these rules: users' texts may contain `../` or `<script>`, and a booking may exceed 8 KB. The
// API never executes texts and has its own size limits.
const freeTextRules = [
  'SizeRestrictions_BODY',
  ...['CrossSiteScripting', 'GenericLFI', 'GenericRFI', 'EC2MetaDataSSRF'].flatMap((rule) => [
    `${rule}_BODY`,
    `${rule}_QUERYARGUMENTS`,
  ]),
  'RestrictedExtensions_QUERYARGUMENTS',
];

function toVisibilityConfig(metricName: string) {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}

const toManagedRule = (name: string, countOnlyRules: readonly string[] = []): Rule => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: countOnlyRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: toVisibilityConfig(name),
});

const managedRules = [
  toManagedRule('AWSManagedRulesAmazonIpReputationList'),
  toManagedRule('AWSManagedRulesKnownBadInputsRuleSet'),
  toManagedRule('AWSManagedRulesCommonRuleSet', freeTextRules),
];

const createCertificate = (scope: Construct, domain: NonNullable<Stage['domain']>) =>
  new acm.Certificate(scope, 'Certificate', {
    domainName: domain.name,
    validation: acm.CertificateValidation.fromDns(
      route53.HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
        hostedZoneId: domain.hostedZoneId,
        zoneName: domain.hostedZoneName,
      }),
    ),
  });

/** Budget for the whole account: a filter by tag would count nothing until the tag is activated for billing. */
const addBudget = (scope: Construct, { name, monthlyBudget, alarmEmail }: Stage) => {
  const toNotification = (notificationType: string, threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new budgets.CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `${toStackName(name)}-monthly`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [toNotification('ACTUAL', 80), toNotification('FORECASTED', 100)],
  });
};
