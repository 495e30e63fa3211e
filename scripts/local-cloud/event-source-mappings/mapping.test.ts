import { expect, test } from '@jest/globals';
import type { Outcome } from '../lambda/function-process.ts';
import { failedItems } from './mapping.ts';

const answered = (payload: unknown): Outcome => ({ payload });
const failures = (...ids: unknown[]) =>
  answered({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

test.each<[string, Outcome | 'throttled', string[] | 'all']>([
  ['nothing', answered(null), []],
  ['an empty object', answered({}), []],
  ['no failures', failures(), []],
  ['null failures', answered({ batchItemFailures: null }), []],
  ['one of its items', failures('b'), ['b']],
  ['an item that was not in the batch', failures('z'), 'all'],
  ['an empty id', failures(''), 'all'],
  ['a null id', failures(null), 'all'],
  ['another key', answered({ batchItemFailures: [{ id: 'a' }] }), 'all'],
  ['a text', answered('fine'), 'all'],
  ['an error', { error: { errorType: 'Error', errorMessage: 'x' } }, 'all'],
  ['no invocation at all', 'throttled', 'all'],
])('a function that answers %s', (_, outcome, expected) => {
  expect(failedItems(outcome, ['a', 'b'])).toEqual(Array.isArray(expected) ? new Set(expected) : expected);
});
