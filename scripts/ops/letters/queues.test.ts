import { expect, test } from '@jest/globals';
import { findResourceProperties, readSynthesized } from '#infra/testing/synthesized.ts';
import { deadLetterQueues, queueNames } from './letters.ts';

test('knows every dead-letter queue of the template, and where its messages come from', () => {
  const { portal } = readSynthesized('local');
  const findIds = (type: string) =>
    findResourceProperties(portal, type).map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''));
  const queueIds = findIds('AWS::SQS::Queue');
  const lost = queueNames.map((name) => deadLetterQueues[name].lost);
  expect(queueIds.filter((id) => id.includes('Lost')).toSorted()).toEqual(lost.toSorted());
  const sources = queueNames.map((name) => deadLetterQueues[name].source);
  expect([...queueIds, ...findIds('AWS::Lambda::Function')]).toEqual(
    expect.arrayContaining(sources.map((source) => ('queue' in source ? source.queue : source.function))),
  );
});
