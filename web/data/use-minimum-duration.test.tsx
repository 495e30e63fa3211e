import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMinimumDuration } from './use-minimum-duration.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('a spinner that showed stays for 200 ms at least', () => {
  const { result, rerender } = renderHook(useMinimumDuration, { initialProps: true });
  pass(50);
  rerender(false);
  pass(149);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});

test('a spinner that showed longer goes at once', () => {
  const { result, rerender } = renderHook(useMinimumDuration, { initialProps: true });
  pass(500);
  rerender(false);
  pass(0);
  expect(result.current).toBe(false);
});

test('a new fetch shows its spinner at once', () => {
  const { result, rerender } = renderHook(useMinimumDuration, { initialProps: false });
  pass(0);
  expect(result.current).toBe(false);
  rerender(true);
  expect(result.current).toBe(true);
});
