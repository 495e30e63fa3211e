import { Duration } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Events } from '#infra/events.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { iteratorAge, minutes5 } from '#infra/monitoring/alarms.ts';
import { inDeadLetters } from '#infra/queues.ts';
import type { Stage } from '#infra/stages.ts';
import { changesAtOnce } from '#infra/throttles.ts';
import { portalFunction } from './portal-function.ts';
import { hearChanges } from './triggers.ts';

/** Hears of every change of a repair or a return, keeps the search table and tells the back office. */
export const changesFunction = (
  scope: Construct,
  { stage, data, events }: { stage: Stage; data: Data; events: Events },
): lambda.Function => {
  const fn = portalFunction(scope, 'changes', {
    description: 'changes of records',
    stage,
    data,
    environment: { EVENT_BUS_NAME: events.bus.eventBusName, LOST_CHANGES_URL: events.changeDeadLetters.queueUrl },
    timeout: Duration.seconds(60),
    // For whoever hands it lost changes again.
    deadLetters: events.changeDeadLetters,
  });
  data.grant(fn, { search: ['BatchWriteItem', 'Query'] });
  events.grantTell(fn);
  for (const table of ['repairs', 'returns'] as const)
    hearChanges(fn, data, table, {
      batchSize: changesAtOnce[table],
      // One at a time per shard: events of one record are published in their order.
      parallelizationFactor: 1,
      deadLetters: events.changeDeadLetters,
    });
  return fn;
};

export const changesAlarms = (fn: lambda.Function, { changeDeadLetters }: Events): readonly Alarm[] => [
  {
    name: 'changes-late',
    harm: 'The provider hears of new repairs and returns minutes late, and nobody finds them by searching.',
    metric: iteratorAge(fn),
    threshold: minutes5.toMilliseconds(),
    rollsBack: true,
  },
  {
    name: 'changes-lost',
    isEssential: true,
    harm: 'The provider never hears of some repair or return, or of what has become of it, and nobody finds it by searching.',
    metric: inDeadLetters(changeDeadLetters),
    threshold: 1,
  },
];
