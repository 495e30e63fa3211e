/**
 * List prices of eu-central-1 (Frankfurt; CloudFront: Europe) in US dollars a million, without free tiers and volume discounts,
 * noted in November 2026. Look them up again before relying on the sum: https://aws.amazon.com/pricing/
 */
export const perMillion = {
  'CloudFront: HTTPS request': 1.2,
  'CloudFront: function at the edge': 0.1,
  /** At 0.085 a gigabyte. */
  'CloudFront: kilobyte sent': 0.085,
  'Firewall: request': 0.6,
  'API Gateway: request of an HTTP API': 1.2,
  'Lambda: invocation': 0.2,
  /** On arm64, at 0.0000133334 a gigabyte-second. */
  'Lambda: gigabyte-millisecond': 0.0133334,
  'DynamoDB: write unit, on demand': 0.7625,
  'DynamoDB: read unit, on demand': 0.1525,
  'EventBridge: event of our own': 1,
  'SQS: request': 0.4,
  /** At 0.63 a gigabyte. */
  'CloudWatch: kilobyte of logs': 0.63,
  'X-Ray: trace': 5,
} as const;

/** What is there costs by the month, in US dollars. A key costs one more with each of its first two rotations, a year each. */
export const perMonth = {
  firewall: 5,
  firewallRule: 1,
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  /** Of fifty metrics at most: the first three of an account are free. */
  dashboard: 0,
  ownMetric: 0.3,
  key: 1,
  secret: 0.4,
} as const;

/** At 0.05 for ten thousand. */
export const secretReadsPerMillion = 5;
