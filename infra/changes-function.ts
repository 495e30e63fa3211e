import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { Data } from './data.ts';
import type { Events } from './events.ts';
import { portalFunction } from './portal-function.ts';
import type { Stage } from './stages.ts';

/** Hears of every change of a repair, keeps the search table and tells the back office. */
export const changesFunction = (scope: Construct, { stage, data, events }: { stage: Stage; data: Data; events: Events }): lambda.Function => {
  const fn = portalFunction(scope, 'changes', {
    name: 'changes',
    description: 'changes of records',
    stage,
    environment: { STAGE: stage.name, SEARCH_TABLE: data.tables.search.tableName, EVENT_BUS_NAME: events.bus.eventBusName },
    timeout: Duration.seconds(60),
    tracing: lambda.Tracing.ACTIVE,
    // For whoever hands it lost changes again.
    deadLetters: events.lostChanges,
  });
  data.grantChanges(fn, 'repairs');
  data.grantSearchUpkeep(fn);
  events.grantTell(fn);
  fn.addEventSourceMapping('repairs', {
    eventSourceArn: data.streamOf('repairs'),
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    // One at a time per shard: what happens to a repair is told in its order.
    parallelizationFactor: 1,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 20,
    // Half of what a stream remembers, so that there is time to fetch a lost change from it.
    maxRecordAge: Duration.hours(12),
    onFailure: new SqsDlq(events.lostChanges),
  });
  return fn;
};
