import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import { portalFunction } from '#infra/portal-function.ts';
import type { Stage } from '#infra/stages.ts';
import { minutes5 } from './alarms.ts';

/** Every five minutes somebody looks at the portal as a stranger's browser does, and at how long records have waited for an RMA number. */
export class Watch extends Construct {
  readonly fn: lambda.Function;

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data; siteUrl: string }) {
    super(scope, id);
    const { stage, data, siteUrl } = props;
    this.fn = portalFunction(this, 'watch', {
      name: 'watch',
      description: 'watch',
      stage,
      environment: {
        STAGE: stage.name,
        SITE_URL: siteUrl,
        REPAIRS_TABLE: data.tables.repairs.tableName,
        RETURNS_TABLE: data.tables.returns.tableName,
      },
      timeout: Duration.seconds(30),
      // Nobody waits for it; its log and its alarm say what a trace would.
      tracing: lambda.Tracing.DISABLED,
    });
    data.grantWatch(this.fn);
    new events.Rule(this, 'Often', {
      description: 'Looks at the portal from outside',
      schedule: events.Schedule.rate(minutes5),
      // The next look is soon enough, and a second one would hide that the first failed.
      targets: [new LambdaFunction(this.fn, { retryAttempts: 0 })],
    });
  }
}
