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

export type Priced = keyof typeof perMillion;
