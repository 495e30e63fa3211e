import { describe, expect, test } from '@jest/globals';
import { admin, buildContext, now, staff } from '#lambdas/testing/callers.ts';
import type { AnyRow } from '#lambdas/testing/kinds.ts';
import { addEntries, kinds, rmaEntry } from '#lambdas/testing/kinds.ts';
import { limits } from '#shared/config/limits.ts';

const at = now.toISOString();
const otherId = '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11';
const withdrawal = { type: 'withdrawn', at, by: staff.email };

describe.each(kinds)('$name', ({ name, noun, handlers, buildRow, createInMemoryRecords, content }) => {
  const booked = buildRow();
  const { region, storeId, storeRefNo, id } = booked;
  const identity = { region, storeId, storeRefNo, id, version: 1 };
  const registered = addEntries(booked, rmaEntry);
  const withdrawn = addEntries(booked, withdrawal);
  const corrected = buildRow({ version: 2, ...content('OTHER') });
  const toRow = (body: AnyRow) => {
    const { promises: _, ...row } = body;
    return row as AnyRow;
  };

  /** Handlers on these rows; `concurrentChanges` are stored between the read and the write of a change. */
  const openHandlers = (rows: readonly AnyRow[], concurrentChanges: readonly AnyRow[] = []) => {
    const memory = createInMemoryRecords(...rows);
    const pendingChanges = [...concurrentChanges];
    const records = memory[name] as Record<'replace' | 'move', (...args: unknown[]) => Promise<boolean>>;
    for (const method of ['replace', 'move'] as const) {
      const write = records[method];
      records[method] = async (...args) => {
        const next = pendingChanges.shift();
        if (next) memory.rowByKey.set(JSON.stringify([next.store, next.reference]), next);
        return write(...args);
      };
    }
    const { correct, withdraw } = handlers(memory);
    return {
      stored: () => [...memory.rowByKey.values()],
      correct: async (serialNumber = 'NEW', caller = staff, input: object = {}) =>
        toRow((await correct({ ...identity, ...content(serialNumber), ...input }, buildContext(caller))).body),
      withdraw: async (caller = staff, input: object = {}) =>
        toRow((await withdraw({ ...identity, ...input }, buildContext(caller))).body),
    };
  };

  describe('a correction', () => {
    test('changes the record and keeps the previous content in its timeline', async () => {
      const { correct, stored } = openHandlers([booked]);
      const body = await correct();
      expect(body).toMatchObject({ ...content('NEW'), id, reference: booked.reference, version: 2 });
      expect(body.timeline).toEqual([
        ...booked.timeline,
        expect.objectContaining({ type: 'corrected', at, by: staff.email, before: expect.anything() }),
      ]);
      expect(stored()).toEqual([body]);
    });

    test('without changes adds no timeline entry', async () => {
      const { correct, stored } = openHandlers([buildRow(content('SAME'))]);
      expect(await correct('SAME')).toEqual(buildRow(content('SAME')));
      const { lines } = content('SAME') as { lines?: object[] };
      if (lines) expect(await correct('SAME', staff, { lines: lines.toReversed() })).toEqual(buildRow(content('SAME')));
      expect(stored()).toEqual([buildRow(content('SAME'))]);
    });

    test('is applied once when repeated, even after the RMA number was assigned', async () => {
      const { correct, stored } = openHandlers([booked]);
      const first = await correct();
      expect(await correct()).toEqual(first);
      expect(stored()).toEqual([first]);
      const later = addEntries(first, rmaEntry);
      expect(await openHandlers([later]).correct()).toEqual(later);
      // The correction was already applied by a call that seemed to fail.
      expect(await openHandlers([booked], [first]).correct()).toEqual(first);
    });

    test('is rejected above the limit per record', async () => {
      const { correct, stored } = openHandlers([booked]);
      for (let version = 1; version <= limits.correctionsPerRecord; version += 1)
        await correct(`X${version}`, staff, { version });
      const rowsAtLimit = stored();
      await expect(correct('NEW', staff, { version: limits.correctionsPerRecord + 1 })).rejects.toMatchObject({
        code: `${noun}NotPending`,
      });
      expect(stored()).toEqual(rowsAtLimit);
    });
  });

  test.each([
    ['an RMA', registered, 'NotPending', 'NotPending'],
    ['a correction', corrected, 'Changed', 'Changed'],
    // A repeated withdrawal succeeds: see below.
    ['a withdrawal', withdrawn, 'Changed', undefined],
  ])('rejects a change based on the version before %s', async (_, row, correctionCode, withdrawalCode) => {
    const { correct, withdraw, stored } = openHandlers([row]);
    await expect(correct()).rejects.toMatchObject({ code: `${noun}${correctionCode}` });
    if (withdrawalCode) await expect(withdraw()).rejects.toMatchObject({ code: `${noun}${withdrawalCode}` });
    expect(stored()).toEqual([row]);
  });

  test.each(['correct', 'withdraw'] as const)('keeps an RMA assigned between read and write of %s', async (change) => {
    const openedHandlers = openHandlers([booked], [registered]);
    await expect(openedHandlers[change]()).rejects.toMatchObject({ code: `${noun}NotPending` });
    expect(openedHandlers.stored()).toEqual([registered]);
  });

  test('throws ServiceUnavailable after three concurrent changes', async () => {
    let attempts = 0;
    // `replace` always returns false, as it does if another change was faster.
    const memory = createInMemoryRecords(booked);
    const { correct } = handlers({ [name]: { ...(memory[name] as object), replace: async () => (attempts += 1) < 0 } });
    await expect(correct({ ...identity, ...content('NEW') }, buildContext(staff))).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    expect(attempts).toBe(3);
  });

  describe('a withdrawal', () => {
    test('moves the record to a withdrawn reference, which frees its own', async () => {
      const { withdraw, stored } = openHandlers([booked]);
      expect(await withdraw()).toEqual(withdrawn);
      expect(withdrawn).toMatchObject({
        state: 'withdrawn',
        reference: `ref 1\u001F${id}`,
        stateAt: `withdrawn#${booked.createdAt}`,
      });
      expect(stored()).toEqual([withdrawn]);
    });

    test('succeeds when repeated, even with its reference reused', async () => {
      const reused = buildRow({ id: otherId });
      expect(await openHandlers([withdrawn]).withdraw()).toEqual(withdrawn);
      expect(await openHandlers([withdrawn, reused]).withdraw(admin)).toEqual(withdrawn);
      // The provider may have sent an event since.
      const later = addEntries(
        withdrawn,
        name === 'repairs' ? { ...rmaEntry, type: 'status', status: 'cancelled' } : rmaEntry,
      );
      expect(await openHandlers([later]).withdraw()).toEqual(later);
    });
  });

  test.each([
    ['staff', staff],
    ['admins', admin],
  ])('returns NotFound to %s for the wrong store', async (_, caller) => {
    const otherStore = { storeId: 'UK-2' };
    const { correct, withdraw, stored } = openHandlers([booked]);
    for (const change of [() => correct('NEW', caller, otherStore), () => withdraw(caller, otherStore)])
      await expect(change()).rejects.toMatchObject({ code: 'NotFound', problems: [] });
    expect(stored()).toEqual([booked]);
  });
});
