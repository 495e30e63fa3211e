import { describe, expect, test } from '@jest/globals';
import { admin, by, now, staff } from '#lambdas/testing/callers.ts';
import type { AnyRow } from '#lambdas/testing/kinds.ts';
import { after, kinds, rmaAssigned } from '#lambdas/testing/kinds.ts';
import { limits } from '#shared/limits.ts';

const at = now.toISOString();
const another = '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11';
const withdrawal = { type: 'withdrawn', at, by: staff.email };

describe.each(kinds)('$name', ({ name, noun, handlers, rowWith, memoryOf, content }) => {
  const booked = rowWith();
  const { region, storeId, storeRefNo, id } = booked;
  const identity = { region, storeId, storeRefNo, id, version: 1 };
  const registered = after(booked, rmaAssigned);
  const withdrawn = after(booked, withdrawal);
  const corrected = rowWith({ version: 2, ...content('OTHER') });
  const rowOf = (body: AnyRow) => {
    const { promises: _, ...row } = body;
    return row as AnyRow;
  };

  /** A store's counter; `meanwhile` happens to the record between reading and writing it. */
  const counterOf = (rows: readonly AnyRow[], meanwhile: readonly AnyRow[] = []) => {
    const memory = memoryOf(...rows);
    const coming = [...meanwhile];
    const records = memory[name] as Record<'replace' | 'move', (...args: unknown[]) => Promise<boolean>>;
    for (const method of ['replace', 'move'] as const) {
      const write = records[method];
      records[method] = async (...args) => {
        const next = coming.shift();
        if (next) memory.stored.set(JSON.stringify([next.store, next.reference]), next);
        return write(...args);
      };
    }
    const { correct, withdraw } = handlers(memory);
    return {
      stored: () => [...memory.stored.values()],
      correct: async (serialNumber = 'NEW', caller = staff, seen: object = {}) =>
        rowOf((await correct({ ...identity, ...content(serialNumber), ...seen }, by(caller))).body),
      withdraw: async (caller = staff, seen: object = {}) =>
        rowOf((await withdraw({ ...identity, ...seen }, by(caller))).body),
    };
  };

  describe('a correction', () => {
    test('changes what the record says, and keeps what it said in its timeline', async () => {
      const { correct, stored } = counterOf([booked]);
      const body = await correct();
      expect(body).toMatchObject({ ...content('NEW'), id, reference: booked.reference, version: 2 });
      expect(body.timeline).toEqual([
        ...booked.timeline,
        expect.objectContaining({ type: 'corrected', at, by: staff.email, before: expect.anything() }),
      ]);
      expect(stored()).toEqual([body]);
    });

    test('with nothing changed adds nothing', async () => {
      const { correct, stored } = counterOf([rowWith(content('SAME'))]);
      expect(await correct('SAME')).toEqual(rowWith(content('SAME')));
      const { lines } = content('SAME') as { lines?: object[] };
      if (lines) expect(await correct('SAME', staff, { lines: lines.toReversed() })).toEqual(rowWith(content('SAME')));
      expect(stored()).toEqual([rowWith(content('SAME'))]);
    });

    test('sent again answers what it did, once, also when an RMA has been assigned since', async () => {
      const { correct, stored } = counterOf([booked]);
      const first = await correct();
      expect(await correct()).toEqual(first);
      expect(stored()).toEqual([first]);
      const since = after(first, rmaAssigned);
      expect(await counterOf([since]).correct()).toEqual(since);
      // Its own work, done by a call that seemed to fail.
      expect(await counterOf([booked], [first]).correct()).toEqual(first);
    });

    test('more often than a record can hold is refused', async () => {
      const { correct, stored } = counterOf([booked]);
      for (let version = 1; version <= limits.correctionsPerRecord; version += 1)
        await correct(`X${version}`, staff, { version });
      const full = stored();
      await expect(correct('NEW', staff, { version: limits.correctionsPerRecord + 1 })).rejects.toMatchObject({
        code: `${noun}NotPending`,
      });
      expect(stored()).toEqual(full);
    });
  });

  test.each([
    ['an RMA', registered, 'NotPending', 'NotPending'],
    ['been corrected', corrected, 'Changed', 'Changed'],
    // Withdrawing it again is no change: see below.
    ['been withdrawn', withdrawn, 'Changed', undefined],
  ])('what has %s since is not changed', async (_, row, correcting, withdrawing) => {
    const { correct, withdraw, stored } = counterOf([row]);
    await expect(correct()).rejects.toMatchObject({ code: `${noun}${correcting}` });
    if (withdrawing) await expect(withdraw()).rejects.toMatchObject({ code: `${noun}${withdrawing}` });
    expect(stored()).toEqual([row]);
  });

  test.each(['correct', 'withdraw'] as const)(
    'an RMA that comes between reading and writing stays (%s)',
    async (change) => {
      const counter = counterOf([booked], [registered]);
      await expect(counter[change]()).rejects.toMatchObject({ code: `${noun}NotPending` });
      expect(counter.stored()).toEqual([registered]);
    },
  );

  test('a database that never settles is asked three times, not for ever', async () => {
    let tries = 0;
    const memory = memoryOf(booked);
    const { correct } = handlers({ [name]: { ...(memory[name] as object), replace: async () => (tries += 1) < 0 } });
    await expect(correct({ ...identity, ...content('NEW') }, by(staff))).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    expect(tries).toBe(3);
  });

  describe('a withdrawal', () => {
    test('puts a record aside, with who and when, and frees its reference', async () => {
      const { withdraw, stored } = counterOf([booked]);
      expect(await withdraw()).toEqual(withdrawn);
      expect(withdrawn).toMatchObject({
        state: 'withdrawn',
        reference: `ref 1\u001F${id}`,
        stateAt: `withdrawn#${booked.createdAt}`,
      });
      expect(stored()).toEqual([withdrawn]);
    });

    test('again answers what was done, also when the reference is in use again', async () => {
      const next = rowWith({ id: another });
      expect(await counterOf([withdrawn]).withdraw()).toEqual(withdrawn);
      expect(await counterOf([withdrawn, next]).withdraw(admin)).toEqual(withdrawn);
      // The provider may have said something of it since.
      const since = after(
        withdrawn,
        name === 'repairs' ? { ...rmaAssigned, type: 'status', status: 'cancelled' } : rmaAssigned,
      );
      expect(await counterOf([since]).withdraw()).toEqual(since);
    });
  });

  test.each([
    ['staff', staff],
    ['admins', admin],
  ])('is not changed by %s who name another store for it: it might as well not exist', async (_, caller) => {
    const elsewhere = { storeId: 'UK-2' };
    const { correct, withdraw, stored } = counterOf([booked]);
    for (const change of [() => correct('NEW', caller, elsewhere), () => withdraw(caller, elsewhere)])
      await expect(change()).rejects.toMatchObject({ code: 'NotFound', problems: [] });
    expect(stored()).toEqual([booked]);
  });
});
