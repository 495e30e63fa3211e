import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Data, StreamedTable } from '#infra/data.ts';

type Hearing = {
  readonly batchSize: number;
  readonly parallelizationFactor?: number;
  readonly deadLetters: sqs.IQueue;
};

/** The function hears of every change of a table from the first on, and may. */
export const hearChanges = (
  fn: lambda.Function,
  data: Pick<Data, 'grantChanges' | 'streamOf'>,
  table: StreamedTable,
  { deadLetters, ...batches }: Hearing,
): void => {
  data.grantChanges(fn, table);
  fn.addEventSourceMapping(table, {
    ...batches,
    eventSourceArn: data.streamOf(table),
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    // As often as it takes: the function puts aside itself what no try would help.
    // Half of what a stream remembers, so that there is time to fetch a lost change from it.
    maxRecordAge: Duration.hours(12),
    onFailure: new SqsDlq(deadLetters),
  });
};

/** The function does what waits in a queue, so many batches at once: a flood of them must not take the whole account's concurrency from the people who sign in. */
export const workOff = (fn: lambda.Function, queue: sqs.Queue, batchSize: number, maxConcurrency: number): void =>
  fn.addEventSource(new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }));

/** The function is called again and again, and not a second time where it fails: the next call is soon enough. */
export const callEvery = (scope: Construct, id: string, fn: lambda.Function, every: Duration, description: string) =>
  new events.Rule(scope, id, {
    description,
    schedule: events.Schedule.rate(every),
    targets: [new LambdaFunction(fn, { retryAttempts: 0 })],
  });
