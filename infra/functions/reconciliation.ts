import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Identity } from '#infra/identity.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import type { Stage } from '#infra/stages.ts';
import { createPortalFunction, scheduleFunction } from './portal-function.ts';

export class Reconciliation extends Construct {
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, props: { stage: Stage; identity: Identity; data: Data }) {
    super(scope, id);
    const { identity, data } = props;
    const fn = createPortalFunction(this, 'user-reconciliation', {
      id: 'reconciliation',
      ...props,
      environment: {},
      // Lambda's maximum: twenty thousand users take about three minutes if few differ.
      timeout: Duration.minutes(15),
      // Concurrent runs would repair the same users.
      concurrency: 1,
    });
    // Allows only reading from the pools.
    identity.grant(fn, ['AdminGetUser', 'AdminListGroupsForUser', 'ListUsers', 'ListUsersInGroup']);
    data.grantDirectory(fn);
    data.grant(fn, { stores: ['ConditionCheckItem', 'Query'] });
    scheduleFunction(this, 'Hourly', fn, Duration.hours(1), 'Compares the user pools with the directory');
    this.alarms = [
      {
        name: 'reconciliation-failing',
        harm: 'Users whom somebody has disabled, narrowed or deleted in Cognito itself may still work in the portal.',
        // Each run records a data point, so that hours without one mean that the rule is disabled.
        metric: fn.metricErrors({ period: Duration.hours(1) }),
        onMissingData: 'alarm',
      },
    ];
  }
}
