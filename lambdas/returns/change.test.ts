import { describe, expect, test } from '@jest/globals';
import { itemBytes, mostItemBytes } from '#lambdas/aws/item-size.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { holdsRow, newReturnRow } from '#lambdas/records/return.ts';
import { admin, by, colleague, now, staff, stranger } from '#lambdas/testing/callers.ts';
import { bookedReturn, storedLines, withRma } from '#lambdas/testing/return-row.ts';
import { limits } from '#shared/limits.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { returnHandlers } from './returns.ts';

type Collaborators = Parameters<typeof returnHandlers>[0];

const at = now.toISOString();
const booked = bookedReturn();
const identity = { region: 'nuk' as const, storeId: booked.storeId, storeRefNo: booked.storeRefNo, id: booked.id };
const [first, second, third] = booked.lines as [ReturnRow['lines'][0], ReturnRow['lines'][0], ReturnRow['lines'][0]];
const changed = [{ ...first, purchaseDate: '2026-11-02' }, third, { ...second, serialNumber: 'NEW1' }];

/** Returns as the table holds them; what comes between reading and writing is taken from `meanwhile`. */
const counterOf = (row: ReturnRow, meanwhile: readonly ReturnRow[] = []) => {
  const stored = new Map([[row.reference, row]]);
  const coming = [...meanwhile];
  const isAsRead = (read: ReturnRow) => stored.get(read.reference)?.version === read.version;
  const arrive = () => {
    const next = coming.shift();
    if (next) stored.set(next.reference, next);
  };
  const returns: Pick<Collaborators['returns'], 'find' | 'replace' | 'move'> = {
    find: async (_, { storeId, storeRefNo, id }) =>
      [normaliseReference(storeRefNo), withdrawnReference(storeRefNo, id)]
        .map((reference) => stored.get(reference))
        .find((found) => found?.id === id && found.storeId === storeId),
    replace: async (read, next) => {
      arrive();
      if (!isAsRead(read)) return false;
      stored.set(next.reference, next);
      return true;
    },
    move: async (read, next) => {
      arrive();
      if (!isAsRead(read)) return false;
      stored.delete(read.reference);
      stored.set(next.reference, next);
      return true;
    },
  };
  const { correctReturn, withdrawReturn } = returnHandlers({ returns } as unknown as Collaborators);
  return {
    stored,
    correct: (lines = changed, caller = staff, seen: object = {}) =>
      correctReturn({ ...identity, version: 1, lines, ...seen }, by(caller)).then(({ body }) => body),
    withdraw: (caller = staff, seen: object = {}) =>
      withdrawReturn({ ...identity, version: 1, ...seen }, by(caller)).then(({ body }) => body),
  };
};

const withdrawn = newReturnRow({
  ...booked,
  version: 2,
  timeline: [...booked.timeline, { type: 'withdrawn', at, by: staff.email }],
});

describe('correcting a return', () => {
  test('writes the new lines, what they come to, and in the timeline what they were', async () => {
    const { correct, stored } = counterOf(booked);
    const corrected = newReturnRow({
      ...booked,
      lines: changed,
      version: 2,
      timeline: [
        ...booked.timeline,
        { type: 'corrected', at, by: staff.email, before: [first, second], added: ['NEW1'] },
      ],
    });
    expect(await correct()).toEqual(corrected);
    expect([...stored.values()]).toEqual([corrected]);
    expect(await counterOf(booked).correct([first])).toMatchObject({ numberOfProducts: 1, products: ['console-a'] });
  });

  test('sent again finds its own work, also when the provider has assigned an RMA since; without a change it does nothing', async () => {
    const counter = counterOf(booked);
    const done = await counter.correct();
    expect(await counter.correct()).toEqual(done);
    const registered = withRma([...counter.stored.values()][0] ?? booked, 'UK70000001');
    expect(await counterOf(registered).correct()).toEqual(registered);
    expect(await counterOf(booked).correct(booked.lines.toReversed())).toEqual(booked);
  });

  test.each<[string, ReturnRow, string]>([
    ['an RMA', withRma(booked, 'UK70000001'), 'ReturnNotPending'],
    ['been corrected', newReturnRow({ ...booked, version: 2, lines: [first] }), 'ReturnChanged'],
    ['been withdrawn', withdrawn, 'ReturnChanged'],
  ])('that has %s since changes nothing', async (_, stored, code) => {
    const counter = counterOf(stored);
    await expect(counter.correct()).rejects.toMatchObject({ code });
    expect([...counter.stored.values()]).toEqual([stored]);
  });

  test('an RMA that comes between reading and writing is not overwritten', async () => {
    const registered = withRma(booked, 'UK70000001');
    for (const change of ['correct', 'withdraw'] as const) {
      const counter = counterOf(booked, [registered]);
      await expect(counter[change]()).rejects.toMatchObject({ code: 'ReturnNotPending' });
      expect([...counter.stored.values()]).toEqual([registered]);
    }
  });

  test('more often than a record can hold is refused', async () => {
    const { correct, stored } = counterOf(booked);
    for (let version = 1; version <= limits.correctionsPerRecord; version += 1)
      await correct([{ ...first, serialNumber: `X${version}` }], staff, { version });
    const full = [...stored.values()];
    await expect(correct(changed, staff, { version: limits.correctionsPerRecord + 1 })).rejects.toMatchObject({
      code: 'ReturnNotPending',
    });
    expect([...stored.values()]).toEqual(full);
  });

  test('a thousand lines can all be corrected; past what one item of DynamoDB holds it is refused, and nothing is changed', async () => {
    const usual = { productDescription: 'Nintendo Switch 2 – Mario Kart World' };
    const { correct, stored } = counterOf(bookedReturn({ lines: storedLines(returnLimits.lines, usual) }));
    const on = (purchaseDate: string) => storedLines(returnLimits.lines, { ...usual, purchaseDate });
    expect((await correct(on('2026-11-02'))).numberOfProducts).toBe(returnLimits.lines);
    const [row = booked] = stored.values();
    expect(itemBytes(row)).toBeLessThan(mostItemBytes);
    await expect(correct(on('2026-11-03'), staff, { version: 2 })).rejects.toMatchObject({ code: 'ReturnHoldsNoMore' });
    expect([...stored.values()]).toEqual([row]);
    // Those that it still holds leave room for whatever the provider reports.
    const registered = Array.from({ length: 28 }).reduce<ReturnRow>(
      (known, _, index) => withRma(known, '任'.repeat(limits.text.rma - 2) + String(10 + index)),
      row,
    );
    expect(holdsRow(registered)).toBe(true);
  });
});

describe('withdrawing a return', () => {
  test('puts it aside, with who and when, and frees its reference', async () => {
    const { withdraw, stored } = counterOf(booked);
    expect(await withdraw()).toEqual(withdrawn);
    expect(withdrawn).toMatchObject({
      state: 'withdrawn',
      reference: `ret 1\u001F${booked.id}`,
      stateAt: `withdrawn#${booked.createdAt}`,
    });
    expect([...stored.values()]).toEqual([withdrawn]);
  });

  test('again answers what was done, and an RMA that came too late doesn’t undo it', async () => {
    expect(await counterOf(withdrawn).withdraw(colleague)).toEqual(withdrawn);
    expect(withRma(withdrawn, 'UK70000001')).toMatchObject({ state: 'withdrawn', rma: 'UK70000001' });
  });

  test('that has been corrected since changes nothing', async () => {
    const counter = counterOf(newReturnRow({ ...booked, version: 2, lines: [first] }));
    await expect(counter.withdraw()).rejects.toMatchObject({ code: 'ReturnChanged' });
  });
});

test('an admin of the region may correct and withdraw it too', async () => {
  expect(await counterOf(booked).correct(changed, admin)).toMatchObject({ timeline: [{}, { by: admin.email }] });
  expect(await counterOf(booked).withdraw(admin)).toMatchObject({ state: 'withdrawn' });
});

test.each([
  ['staff of another store', stranger, {}],
  ['staff who name their own store for it', stranger, { storeId: 'UK-2' }],
  ['somebody who does not know its id', staff, { id: '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11' }],
  ['somebody who does not know its reference', staff, { storeRefNo: 'Ret 2' }],
])('a return is not changed by %s: it might as well not exist', async (_, caller, seen) => {
  const { correct, withdraw, stored } = counterOf(booked);
  await expect(correct(changed, caller, seen)).rejects.toMatchObject({ code: 'NotFound' });
  await expect(withdraw(caller, seen)).rejects.toMatchObject({ code: 'NotFound' });
  expect([...stored.values()]).toEqual([booked]);
});
