import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { recordKinds } from '#shared/records/record.ts';
import { regionIds } from '#shared/regions.ts';
import type { Index, TableName } from '#shared/tables.ts';
import { tables } from '#shared/tables.ts';
import type { Alarms } from './alarms.ts';
import { minutes5 } from './alarms.ts';
import { sumOf } from './metrics.ts';
import type { Watched } from './watched.ts';

/** The tables on which people wait, by the alarm that is for them: one adds up ten metrics at most. */
const waitedFor = {
  'database-throttled': ['repairs', 'returns', 'search', 'users', 'sessions'],
  'administration-database-throttled': ['attempts', 'audit', 'jobs', 'stores'],
} as const satisfies Record<string, readonly TableName[]>;

/** Alarms about AWS's own limits. */
export const ringForServices = (alarms: Alarms, { data, identity, hearsOfBounces }: Watched): void => {
  const turnedAway = (names: readonly TableName[]) =>
    sumOf(
      'Calls that DynamoDB turned away',
      names.flatMap((table) =>
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
          data.tables[table].metric(name, { period: minutes5, statistic: 'Sum' }),
        ),
      ),
      minutes5,
    );
  alarms.ring({
    name: 'database-throttled',
    harm: 'Users wait, and some read that the service is not available: DynamoDB turns calls away.',
    metric: turnedAway(waitedFor['database-throttled']),
    threshold: 10,
  });
  alarms.ring({
    name: 'administration-database-throttled',
    section: 'database-throttled',
    harm: 'Users wait when they sign in or book, and administrators for their lists: DynamoDB turns calls away.',
    metric: turnedAway(waitedFor['administration-database-throttled']),
    threshold: 10,
  });

  // DynamoDB counts them apart from their tables, whose writes they hold up: all stores of a region are one key there.
  const ofIndexes = recordKinds.flatMap((table) =>
    Object.entries<Index>(tables[table].indexes)
      .filter(([, { kind }]) => kind === 'global')
      .map(
        ([index]) =>
          new cloudwatch.Metric({
            namespace: 'AWS/DynamoDB',
            metricName: 'WriteThrottleEvents',
            dimensionsMap: { TableName: data.tables[table].tableName, GlobalSecondaryIndexName: index },
            period: minutes5,
            statistic: 'Sum',
          }),
      ),
  );
  alarms.ring({
    name: 'lists-database-throttled',
    section: 'database-throttled',
    harm: 'Users wait until a repair or return is booked: the list of a whole region takes no more at a time.',
    metric: sumOf('Writes that lists of regions turned away', ofIndexes, minutes5),
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
  alarms.ring({
    name: 'cognito-throttled',
    harm: 'Staff cannot sign in, or are signed out while they work: Cognito turns calls away.',
    metric: sumOf('Calls that Cognito turned away', ofPools, minutes5),
    threshold: 1,
    hurts: true,
  });

  // SES counts in its own region, and an alarm looks at its own.
  if (!hearsOfBounces) return;
  const reputation = (metricName: string) =>
    new cloudwatch.Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });
  alarms.ring({
    name: 'bounce-rate',
    harm: 'Users soon get no email at all: one in thirty comes back, and SES stops senders of whom one in ten does.',
    metric: reputation('Reputation.BounceRate'),
    threshold: 0.03,
  });
  alarms.ring({
    name: 'complaint-rate',
    harm: 'Users soon get no email at all: too many are reported as spam, and SES stops such senders.',
    metric: reputation('Reputation.ComplaintRate'),
    threshold: 0.001,
  });
};
