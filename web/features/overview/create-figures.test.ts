import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/load-texts.ts';
import {
  createIssuesFigure,
  createOpenRepairsFigure,
  createProductsFigure,
  createTurnaroundFigure,
  createWeeksFigure,
} from './create-figures.ts';
import { findLargestStores } from './figures.ts';
import type { AllTexts } from './overview-texts.ts';
import { loadOverviewTexts } from './overview-texts.ts';

let texts: AllTexts;
beforeAll(async () => {
  texts = { ...(await loadTexts('UK')), tOverview: await loadOverviewTexts('en') };
});

const buildWeek = (monday: string, count: number | undefined, countBefore = 0) => ({
  monday,
  countBefore,
  ...(count !== undefined && { count }),
});

describe('createWeeksFigure', () => {
  test.each([
    [96, 88, '96 in week 47, 9% more than in the same week a year before.'],
    [6, 1, '6 in week 47, 5 more than in the same week a year before.'],
    [44, 88, '44 in week 47, 50% fewer than in the same week a year before.'],
    [7, 7, '7 in week 47, as many as in the same week a year before.'],
    [7, 0, '7 in week 47; there were none in the same week a year before.'],
  ])('compares %i in the last complete week with %i a year before, in one sentence', (count, before, expected) => {
    const weeks = [
      buildWeek('2026-11-16', count, before),
      buildWeek('2026-11-23', 1, 500),
      buildWeek('2026-11-30', undefined, 9),
    ];
    expect(createWeeksFigure('repairs', weeks, texts).finding).toBe(expected);
  });
});

test('counts the late repairs in the finding of open repairs', () => {
  const received = { state: 'received', count: 3, late: 0 } as const;
  const toFinding = (...states: Parameters<typeof createOpenRepairsFigure>[0]) =>
    createOpenRepairsFigure(states, texts).finding;
  expect(toFinding()).toBe('No repair is open.');
  expect(toFinding(received)).toBe('3 open, none of them late.');
  expect(toFinding(received, { state: 'assessed', count: 2, late: 1 })).toBe('5 open, 1 of them late.');
});

test('combines all products after the tenth in one row', () => {
  const counts = Array.from({ length: 12 }, (_, index) => ({ key: `product-${index}`, count: 12 - index }));
  const { items, finding } = createProductsFigure(counts, texts);
  expect(items).toHaveLength(11);
  expect(items.at(-1)).toMatchObject({ name: 'All others', count: 3 });
  expect(finding).toBe('Most often product-0: 15% of 78.');
  expect(createIssuesFigure([{ key: 'screenDefect', count: 1 }], texts).finding).toBe(
    'Most often “Screen defect”: 100% of 1.',
  );
});

test('describes the turnaround of the whole period', () => {
  const repair = { half: 1, nineOfTen: 12, count: 9 };
  expect(createTurnaroundFigure({ total: { repair }, months: [] }, texts).finding).toBe(
    'Half within 1 day, 9 of 10 within 12; the target is 10.',
  );
  expect(createTurnaroundFigure({ total: {}, months: [] }, texts).finding).toBe(
    'No repair was sent back in this period.',
  );
});

test('selects the ten stores with the most bookings of both kinds', () => {
  const stores = Array.from({ length: 12 }, (_, index) => ({
    storeId: `UK-${index}`,
    storeName: '',
    repairs: index,
    returns: index === 0 ? 100 : 0,
    open: 0,
    late: 0,
  }));
  expect(findLargestStores(stores).map(({ storeId }) => storeId)).toEqual([
    'UK-0',
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((index) => `UK-${index}`),
  ]);
});
