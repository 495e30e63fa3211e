import { beforeEach, expect, test, vi } from 'vitest';
import { tellNews } from './tell-news.ts';

const announce = vi.hoisted(() => vi.fn<(message: string) => void>());
vi.mock('#web/ui/announce.ts', () => ({ announce }));

type Item = { readonly id: string; readonly rma: string | null; readonly hasEnded?: boolean };
const how = {
  isPending: ({ rma, hasEnded = false }: Item) => rma === null && !hasEnded,
  newsOf: ({ id, rma }: Item) => (rma === null ? undefined : `${id}: ${rma}`),
};
const told = (before: Item[], after: Item[]) => {
  tellNews(how, before, after);
  return announce.mock.calls.flat();
};

beforeEach(() => announce.mockReset());

test('what had been waited for is said, all of it at once', () => {
  const [one, other] = [
    { id: 'a', rma: null },
    { id: 'b', rma: null },
  ];
  expect(
    told(
      [one, other],
      [
        { id: 'a', rma: '1' },
        { id: 'b', rma: '2' },
      ],
    ),
  ).toEqual(['a: 1 b: 2']);
});

test.each([
  ['still waits', { id: 'a', rma: null }],
  ['was not there before', { id: 'new', rma: '1' }],
  ['has ended without one', { id: 'a', rma: null, hasEnded: true }],
])('nothing is said of a row that %s', (_, after) => expect(told([{ id: 'a', rma: null }], [after])).toEqual([]));

test('nothing is said twice', () => expect(told([{ id: 'a', rma: '1' }], [{ id: 'a', rma: '1' }])).toEqual([]));
