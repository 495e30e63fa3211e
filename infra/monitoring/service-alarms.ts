import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { regionIds } from '#shared/regions.ts';
import type { Alarms } from './alarms.ts';
import { minutes5 } from './alarms.ts';
import { sumOf } from './metrics.ts';
import type { Watched } from './watched.ts';

/** The tables on which people wait. An alarm adds up ten metrics at most. */
const waitedFor = ['repairs', 'returns', 'search', 'users', 'sessions'] as const;

/** Alarms about AWS's own limits. */
export const ringForServices = (alarms: Alarms, { data, identity, bounces }: Watched): void => {
  const ofTables = waitedFor.flatMap((table) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
      data.tables[table].metric(name, { period: minutes5, statistic: 'Sum' }),
    ),
  );
  alarms.ring('database-throttled', {
    harm: 'Users wait, and some read that the service is not available: DynamoDB turns calls away.',
    metric: sumOf('Calls that DynamoDB turned away', ofTables, minutes5),
    threshold: 10,
  });

  const ofPools = regionIds.flatMap((region) => {
    const { pool, client } = identity.pools[region];
    return ['SignInThrottles', 'TokenRefreshThrottles'].map(
      (metricName) =>
        new cloudwatch.Metric({
          namespace: 'AWS/Cognito',
          metricName,
          dimensionsMap: { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId },
          period: minutes5,
          statistic: 'Sum',
        }),
    );
  });
  alarms.ring('cognito-throttled', {
    harm: 'Staff cannot sign in, or are signed out while they work: Cognito turns calls away.',
    metric: sumOf('Calls that Cognito turned away', ofPools, minutes5),
    threshold: 1,
    hurts: true,
  });

  // SES counts in its own region, and an alarm looks at its own.
  if (!bounces) return;
  const reputation = (metricName: string) =>
    new cloudwatch.Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });
  alarms.ring('bounce-rate', {
    harm: 'Users soon get no email at all: one in thirty comes back, and SES stops senders of whom one in ten does.',
    metric: reputation('Reputation.BounceRate'),
    threshold: 0.03,
  });
  alarms.ring('complaint-rate', {
    harm: 'Users soon get no email at all: too many are reported as spam, and SES stops such senders.',
    metric: reputation('Reputation.ComplaintRate'),
    threshold: 0.001,
  });
};
