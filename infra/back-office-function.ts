import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { Data } from './data.ts';
import type { Events } from './events.ts';
import { reportTimeout } from './events.ts';
import { portalFunction } from './portal-function.ts';
import type { Stage } from './stages.ts';

/** Enters into repairs and returns what the provider's back office reports. */
export const backOfficeFunction = (
  scope: Construct,
  { stage, data, events }: { stage: Stage; data: Data; events: Events },
): lambda.Function => {
  const fn = portalFunction(scope, 'back-office', {
    name: 'back-office',
    description: 'reports of the back office',
    stage,
    environment: {
      STAGE: stage.name,
      REPAIRS_TABLE: data.tables.repairs.tableName,
      RETURNS_TABLE: data.tables.returns.tableName,
    },
    timeout: reportTimeout,
    // Nobody waits for it; its log and its alarms say what a trace would, and a trace costs more than the run.
    tracing: lambda.Tracing.DISABLED,
  });
  data.grantBackOffice(fn);
  fn.addEventSource(
    new SqsEventSource(events.reports, {
      batchSize: 10,
      reportBatchItemFailures: true,
      // A replay of a hundred thousand reports must not take the whole account's concurrency from the people who sign in.
      maxConcurrency: 10,
    }),
  );
  return fn;
};
