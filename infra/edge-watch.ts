import type { StackProps } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Edge } from './edge.ts';
import { Alarms, fiveMinutes } from './monitoring/alarms.ts';
import type { Portal } from './portal.ts';
import { toDeliverySourceName } from './private-bucket.ts';
import type { Stage } from './stages.ts';
import { toStackEnvironment } from './stages.ts';

type Props = StackProps & { readonly stage: Stage; readonly edge: Edge; readonly portal: Portal };

/** Monitoring of CloudFront, whose metrics and logs exist only in us-east-1 and require the distribution. */
export class EdgeWatch extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, { ...props, env: toStackEnvironment(props.stage, 'us-east-1') });
    const { stage, edge, portal } = props;
    addEdgeAlarms(new Alarms(this, 'Alarms', { stage }), edge, portal);
    logRequests(this, stage, portal);
  }
}

const addEdgeAlarms = (alarms: Alarms, edge: Edge, { website }: Portal) => {
  alarms.addAlarm({
    name: 'site-errors',
    harm: 'Users see an error instead of a page or an answer: CloudFront says so of one in twenty.',
    metric: new cloudwatch.Metric({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      dimensionsMap: { DistributionId: website.distribution.distributionId, Region: 'Global' },
      period: fiveMinutes,
      statistic: 'Average',
    }),
    threshold: 5,
    // Two of three periods of five minutes: at night a single failed request of the canary is more than five percent.
    periods: [2, 3],
  });
  const { firewall } = edge;
  if (!firewall) return;
  const createFirewallMetric = (metricName: string) =>
    new cloudwatch.Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: firewall.metricName, Rule: 'ALL' },
      period: fiveMinutes,
      statistic: 'Sum',
    });
  alarms.addAlarm({
    name: 'firewall-blocks',
    harm: 'Users behind a shared address may be turned away, or somebody attacks the site: the firewall blocks many requests.',
    // AWS WAF also counts passed challenges as challenges.
    metric: new cloudwatch.MathExpression({
      label: 'Requests that were blocked, or failed a challenge',
      period: fiveMinutes,
      expression: 'FILL(blocked, 0) + FILL(challenged, 0) - FILL(passed, 0)',
      usingMetrics: {
        blocked: createFirewallMetric('BlockedRequests'),
        challenged: createFirewallMetric('ChallengeRequests'),
        passed: createFirewallMetric('RequestsWithValidChallengeToken'),
      },
    }),
    threshold: 500,
    periods: [2, 3],
  });
};

/**
 * Logged fields of a request. They exclude personal data: the query, which may contain a serial number or reference, the
 * IP address, cookies, and browser headers.
 */
const recordFields = [
  'date',
  'time',
  'x-edge-request-id',
  'x-edge-location',
  'x-host-header',
  'cs-method',
  'cs-uri-stem',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'cs-bytes',
  'sc-status',
  'sc-bytes',
  'sc-content-type',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'time-taken',
  'time-to-first-byte',
  'c-country',
  'asn',
];

const logRequests = (scope: Construct, stage: Stage, { website, accessLogs }: Portal) => {
  const name = toDeliverySourceName(stage);
  const source = new logs.CfnDeliverySource(scope, 'LogSource', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: website.distribution.distributionArn,
  });
  const destination = new logs.CfnDeliveryDestination(scope, 'LogDestination', {
    name,
    // Uses CloudFormation's attribute, since CDK does not export a bucket without a fixed name to another region.
    destinationResourceArn: (accessLogs.node.defaultChild as s3.CfnBucket).attrArn,
    outputFormat: 'json',
  });
  new logs.CfnDelivery(scope, 'LogDelivery', {
    deliverySourceName: source.ref,
    deliveryDestinationArn: destination.attrArn,
    recordFields,
    s3SuffixPath: '{yyyy}/{MM}/{dd}',
  });
};
