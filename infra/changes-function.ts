import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { Data } from './data.ts';
import type { Events } from './events.ts';
import { portalFunction } from './portal-function.ts';
import type { Stage } from './stages.ts';
import { changesAtOnce } from './throttles.ts';

/** Hears of every change of a repair or a return, keeps the search table and tells the back office. */
export const changesFunction = (
  scope: Construct,
  { stage, data, events }: { stage: Stage; data: Data; events: Events },
): lambda.Function => {
  const fn = portalFunction(scope, 'changes', {
    name: 'changes',
    description: 'changes of records',
    stage,
    environment: {
      STAGE: stage.name,
      SEARCH_TABLE: data.tables.search.tableName,
      EVENT_BUS_NAME: events.bus.eventBusName,
      LOST_CHANGES_URL: events.lostChanges.queueUrl,
    },
    timeout: Duration.seconds(60),
    // Nobody waits for it; its log and its alarms say what a trace would, and a trace costs more than the run.
    tracing: lambda.Tracing.DISABLED,
    // For whoever hands it lost changes again.
    deadLetters: events.lostChanges,
  });
  data.grantSearchUpkeep(fn);
  events.grantTell(fn);
  for (const table of ['repairs', 'returns'] as const) {
    data.grantChanges(fn, table);
    fn.addEventSourceMapping(table, {
      eventSourceArn: data.streamOf(table),
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: changesAtOnce[table],
      // One at a time per shard: events of one record are published in their order.
      parallelizationFactor: 1,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // As often as it takes: the function puts aside itself what no try would help.
      // Half of what a stream remembers, so that there is time to fetch a lost change from it.
      maxRecordAge: Duration.hours(12),
      onFailure: new SqsDlq(events.lostChanges),
    });
  }
  return fn;
};
