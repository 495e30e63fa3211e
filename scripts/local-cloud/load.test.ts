import { expect, test } from '@jest/globals';
import { measureLoadPerProcessor, waitScaledByLoad } from './load.ts';

test.each([
  [0, 2, 1],
  [2, 2, 1],
  [9, 2, 4.5],
  [9, 1, 9],
])('computes a load of %d on %d processors as %d per processor', (load, processors, expected) =>
  expect(measureLoadPerProcessor(load, processors)).toBe(expected),
);

test('waits longer under load and stops on abort', async () => {
  const { signal } = new AbortController();
  const startedAt = performance.now();
  await waitScaledByLoad(10, signal, () => 20);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199);
  await expect(waitScaledByLoad(60_000, AbortSignal.abort(), () => 1)).rejects.toMatchObject({ name: 'AbortError' });
});
