import { expect, test } from '@jest/globals';
import { findRepairTodo } from './todo.ts';

const today = '2026-11-30';

test.each([
  ['feeAnswer', '2026-11-30', { task: 'call', by: '2026-11-30', isLate: false }],
  ['feeAnswer', '2026-11-29', { task: 'call', by: '2026-11-29', isLate: true }],
  ['target', '2026-11-29', { task: 'ask', by: '2026-11-29', isLate: true }],
  ['target', '2026-11-30', undefined],
] as const)('findRepairTodo returns the task for the deadline %s with the last day %s', (promise, by, todo) =>
  expect(findRepairTodo({ next: { promise, by, who: ['customer'] } }, today)).toEqual(todo),
);

test('findRepairTodo returns undefined without a deadline', () => expect(findRepairTodo({}, today)).toBeUndefined());
