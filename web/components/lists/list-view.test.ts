import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#shared/config/limits.ts';
import { updateSearch, readView } from './list-view.ts';

const columns = ['rma', 'createdAt'];
const read = (search: string) => readView(new URLSearchParams(search), columns);
const defaults = { size: undefined, sort: undefined, page: 1, cursor: undefined };

describe('readView', () => {
  test.each([
    ['', defaults],
    ['size=50', { ...defaults, size: 50 }],
    ['size=all', { ...defaults, size: 'all' }],
    ['sort=rma', { ...defaults, sort: { column: 'rma', isDescending: false } }],
    ['sort=-createdAt', { ...defaults, sort: { column: 'createdAt', isDescending: true } }],
    ['page=3&cursor=abc', { ...defaults, page: 3, cursor: 'abc' }],
  ])('reads %j', (search, view) => expect(read(search)).toEqual(view));

  test.each([
    'size=7',
    'size=',
    'size=-1',
    'size=25.0',
    'size=1e2',
    'sort=',
    'sort=-',
    'sort=--rma',
    'sort=__proto__',
    'sort=constructor',
    'page=3',
    'cursor=%3Cscript%3E',
    `cursor=${'a'.repeat(limits.text.cursor + 1)}`,
  ])('ignores %.40s', (search) => expect(read(search)).toEqual(defaults));

  test.each([
    'cursor=abc',
    'page=x&cursor=abc',
    'page=1&cursor=abc',
    'page=-3&cursor=abc',
    'page=1e99&cursor=abc',
    'page=2.5&cursor=abc',
  ])('reads a cursor as page 2 or later: %s', (search) =>
    expect(read(search)).toEqual({ ...defaults, page: 2, cursor: 'abc' }),
  );

  test('ignores page and cursor when showing all rows', () =>
    expect(read('size=all&page=3&cursor=abc')).toEqual({ ...defaults, size: 'all' }));

  test('never throws', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('size', 'sort', 'page', 'cursor', 'all', '25', '-rma', '__proto__'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word)), (pairs) => {
        const { size, sort, page } = read(String(new URLSearchParams(pairs)));
        expect([undefined, 'all', 10, 25, 50, 100]).toContain(size);
        expect([undefined, ...columns]).toContain(sort?.column);
        expect(page).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });
});

test.each([
  ['of a filter starts at the first page', 'state=quoted&page=3&cursor=abc', { state: 'repaired' }, '?state=repaired'],
  ['of the size starts at the first page', 'page=3&cursor=abc', { size: '50' }, '?size=50'],
  ['of the order stays on the page', 'page=3&cursor=abc', { sort: 'rma' }, '?page=3&cursor=abc&sort=rma'],
  [
    'to another page keeps the filters',
    'state=quoted&page=3&cursor=abc',
    { page: '4', cursor: 'def' },
    '?state=quoted&page=4&cursor=def',
  ],
  ['to undefined removes the parameter', 'state=quoted', { state: undefined }, ''],
])('updates the query string: a change %s', (_, search, changes, nextSearch) =>
  expect(updateSearch(new URLSearchParams(search), changes)).toBe(nextSearch),
);
