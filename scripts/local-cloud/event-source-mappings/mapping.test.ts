import { expect, test } from '@jest/globals';
import type { Outcome } from '../lambda/function-process.ts';
import { toBatchOutcome } from './mapping.ts';

const respond = (payload: unknown): Outcome => ({ payload });
const reportFailures = (...ids: unknown[]) =>
  respond({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

test.each<[string, Outcome | 'throttled', string[] | 'allFailed']>([
  ['nothing', respond(null), []],
  ['an empty object', respond({}), []],
  ['no failures', reportFailures(), []],
  ['null failures', respond({ batchItemFailures: null }), []],
  ['one of its items', reportFailures('b'), ['b']],
  ['an item that was not in the batch', reportFailures('z'), 'allFailed'],
  ['an empty id', reportFailures(''), 'allFailed'],
  ['a null id', reportFailures(null), 'allFailed'],
  ['another key', respond({ batchItemFailures: [{ id: 'a' }] }), 'allFailed'],
  ['a string', respond('fine'), 'allFailed'],
  ['an error', { error: { errorType: 'Error', errorMessage: 'x' } }, 'allFailed'],
  ['nothing because it was throttled', 'throttled', 'allFailed'],
])('determines the failed items for a function that returns %s', (_, outcome, expected) => {
  expect(toBatchOutcome(outcome, ['a', 'b'])).toEqual(Array.isArray(expected) ? new Set(expected) : expected);
});
