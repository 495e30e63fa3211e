import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import type { Row } from '#web/ui/list/load-rows.ts';
import { allRows } from './all-rows.ts';
import type { AskPage } from './all-rows.ts';

/** A list of so many rows; its pages hold what is asked for, or fewer. */
const listOf = (length: number, pageSizes: readonly number[] = []) => {
  let page = 0;
  return vi.fn<AskPage<Row>>(async ({ limit, cursor }) => {
    const begin = Number(cursor ?? 0);
    const end = Math.min(length, begin + Math.min(limit, pageSizes[page] ?? limit));
    page += 1;
    return {
      items: Array.from({ length: end - begin }, (_, index) => ({ id: String(begin + index) })),
      ...(end < length && { cursor: String(end) }),
    };
  });
};

const running = () => ({ onProgress: vi.fn(), signal: new AbortController().signal });
const upTo = (length: number) => Array.from({ length }, (_, index) => ({ id: String(index) }));

describe('all rows of a list', () => {
  test('are asked for page after page, and counted on the way', async () => {
    const ask = listOf(1200);
    const run = running();
    expect(await allRows({ ask, max: 10_000, ...run })).toEqual({ items: upTo(1200), isCapped: false });
    expect(ask.mock.calls).toEqual([
      [{ limit: 500 }],
      [{ limit: 500, cursor: '500' }],
      [{ limit: 500, cursor: '1000' }],
    ]);
    expect(run.onProgress.mock.calls).toEqual([[500], [1000], [1200]]);
  });

  test('end at the maximum, and it is said when there are more', async () => {
    expect(await allRows({ ask: listOf(1001), max: 1000, ...running() })).toEqual({
      items: upTo(1000),
      isCapped: true,
    });
    expect(await allRows({ ask: listOf(1000), max: 1000, ...running() })).toEqual({
      items: upTo(1000),
      isCapped: false,
    });
  });

  test('are as many as there are, however the server cuts its pages, also into empty ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1500 }),
        fc.array(fc.nat({ max: 700 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 1200 }),
        async (length, sizes, max) => {
          const ask = listOf(length, sizes);
          expect(await allRows({ ask, max, ...running() })).toEqual({
            items: upTo(Math.min(length, max)),
            isCapped: length > max,
          });
          for (const [{ limit }] of ask.mock.calls) expect(limit).toBeLessThanOrEqual(limits.page.max);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('are none when one page fails', async () => {
    const ask = listOf(1200)
      .mockResolvedValueOnce({ items: upTo(1), cursor: 'next' })
      .mockRejectedValueOnce(new Error('busy'));
    await expect(allRows({ ask, max: 10_000, ...running() })).rejects.toThrow('busy');
  });

  test('are not asked for further once it is called off', async () => {
    const stop = new AbortController();
    const ask = listOf(2000);
    const onProgress = vi.fn(() => stop.abort(new Error('called off')));
    await expect(allRows({ ask, max: 10_000, onProgress, signal: stop.signal })).rejects.toThrow('called off');
    expect(ask).toHaveBeenCalledTimes(2);
    expect(onProgress).toHaveBeenCalledTimes(1);
  });
});
