import { expect, test } from '@jest/globals';
import { findResourceProperties, readSynthesized } from '#infra/testing/synthesized.ts';
import { deadLetterQueues, queueNames } from './dead-letter-queues.ts';

test('lists every dead-letter queue of the template with its source', () => {
  const { portal } = readSynthesized('local');
  const findIds = (type: string) =>
    findResourceProperties(portal, type).map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''));
  const queueIds = findIds('AWS::SQS::Queue');
  const deadLetterQueueIds = queueNames.map((name) => deadLetterQueues[name].logicalIdPrefix);
  expect(queueIds.filter((id) => id.includes('Lost')).toSorted()).toEqual(deadLetterQueueIds.toSorted());
  const sources = queueNames.map((name) => deadLetterQueues[name].source);
  expect([...queueIds, ...findIds('AWS::Lambda::Function')]).toEqual(
    expect.arrayContaining(sources.map((source) => ('queue' in source ? source.queue : source.function))),
  );
});
