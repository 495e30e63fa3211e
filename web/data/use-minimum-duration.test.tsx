import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useMinimumDuration } from './use-query.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));

const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test.each([
  [50, 150],
  [500, 0],
])('hides a spinner that was visible for %i ms after another %i ms', (shownMs, remainingMs) => {
  const { result, rerender } = renderHook(useMinimumDuration, { initialProps: true });
  advanceTime(shownMs);
  rerender(false);
  if (remainingMs > 0) advanceTime(remainingMs - 1);
  expect(result.current).toBe(true);
  advanceTime(remainingMs > 0 ? 1 : 0);
  expect(result.current).toBe(false);
});

test('shows the spinner at once for a new request', () => {
  const { result, rerender } = renderHook(useMinimumDuration, { initialProps: false });
  advanceTime(0);
  expect(result.current).toBe(false);
  rerender(true);
  expect(result.current).toBe(true);
});
