import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useStableSet } from './use-stable.ts';

test('useStableSet returns the same set until its members change', () => {
  const { result, rerender } = renderHook((ids: readonly string[]) => useStableSet(new Set(ids)), {
    initialProps: ['a', 'b'],
  });
  const first = result.current;
  rerender(['b', 'a']);
  expect(result.current).toBe(first);
  rerender(['a', 'c']);
  expect(result.current).toEqual(new Set(['a', 'c']));
  rerender([]);
  expect(result.current).toEqual(new Set());
  rerender(['a']);
  expect(result.current).toEqual(new Set(['a']));
});
