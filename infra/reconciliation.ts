import { Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Data } from './data.ts';
import type { Identity } from './identity.ts';
import { portalFunction } from './portal-function.ts';
import { regionSettings } from './region-settings.ts';
import type { Stage } from './stages.ts';

/** Every hour the directory is mended where somebody has changed Cognito past the portal. */
export class Reconciliation extends Construct {
  readonly fn: lambda.Function;

  constructor(scope: Construct, id: string, props: { stage: Stage; identity: Identity; data: Data }) {
    super(scope, id);
    const { stage, identity, data } = props;
    this.fn = portalFunction(this, 'reconciliation', {
      name: 'reconciliation',
      description: 'reconciliation',
      stage,
      environment: {
        STAGE: stage.name,
        GROUP_NAMES: JSON.stringify(Object.values(stage.groupNames)),
        REGIONS: Stack.of(this).toJsonString(regionSettings(stage, identity)),
        USERS_TABLE: data.tables.users.tableName,
        STORES_TABLE: data.tables.stores.tableName,
        AUDIT_TABLE: data.tables.audit.tableName,
      },
      // Lambda's most: twenty thousand users take some three minutes when little differs.
      timeout: Duration.minutes(15),
      // Nobody waits for it; its log and its alarm say what a trace would.
      tracing: lambda.Tracing.DISABLED,
      // Two would mend the same users.
      concurrency: 1,
    });
    identity.grantReconciliation(this.fn);
    data.grantDirectory(this.fn);
    data.grantStores(this.fn);
    new events.Rule(this, 'Hourly', {
      description: 'Compares the user pools with the directory',
      schedule: events.Schedule.rate(Duration.hours(1)),
      // The next hour is soon enough.
      targets: [new LambdaFunction(this.fn, { retryAttempts: 0 })],
    });
  }
}
