import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useMinimumDuration } from './use-query.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test.each([
  ['stays for 200 ms at least', 50, 150],
  ['and showed longer goes at once', 500, 0],
])('a spinner that showed %s', (_, shown, rest) => {
  const { result, rerender } = renderHook(useMinimumDuration, { initialProps: true });
  pass(shown);
  rerender(false);
  if (rest > 0) pass(rest - 1);
  expect(result.current).toBe(true);
  pass(rest > 0 ? 1 : 0);
  expect(result.current).toBe(false);
});

test('a new fetch shows its spinner at once', () => {
  const { result, rerender } = renderHook(useMinimumDuration, { initialProps: false });
  pass(0);
  expect(result.current).toBe(false);
  rerender(true);
  expect(result.current).toBe(true);
});
