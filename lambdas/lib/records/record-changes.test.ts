import { describe, expect, test } from '@jest/globals';
import { admin, buildContext, now, staff } from '#lambdas/testing/callers.ts';
import type { AnyRow } from '#lambdas/testing/kinds.ts';
import { addEntries, kinds, rmaEntry } from '#lambdas/testing/kinds.ts';
import { limits } from '#shared/config/limits.ts';

const at = now.toISOString();
const otherId = '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11';
const withdrawal = { type: 'withdrawn', at, by: staff.email };

describe.each(kinds)('$name', (kind) => {
  const { name, errorPrefix, createHandlers, buildRow, createInMemoryRecords, buildContent } = kind;
  const bookedRow = buildRow();
  const { region, storeId, storeRefNo, id } = bookedRow;
  const identity = { region, storeId, storeRefNo, id, version: 1 };
  const registeredRow = addEntries(bookedRow, rmaEntry);
  const withdrawnRow = addEntries(bookedRow, withdrawal);
  const correctedRow = buildRow({ version: 2, ...buildContent('OTHER') });
  /** Removes the deadlines (`promises`), which a response has in addition to the row. */
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
    const { correct, withdraw } = createHandlers(memory);
    return {
      readRows: () => [...memory.rowByKey.values()],
      correct: async (serialNumber = 'NEW', caller = staff, input: object = {}) =>
        toRow((await correct({ ...identity, ...buildContent(serialNumber), ...input }, buildContext(caller))).body),
      withdraw: async (caller = staff, input: object = {}) =>
        toRow((await withdraw({ ...identity, ...input }, buildContext(caller))).body),
    };
  };

  describe('a correction', () => {
    test('changes the record and keeps the previous content in its timeline', async () => {
      const { correct, readRows } = openHandlers([bookedRow]);
      const body = await correct();
      expect(body).toMatchObject({ ...buildContent('NEW'), id, reference: bookedRow.reference, version: 2 });
      expect(body.timeline).toEqual([
        ...bookedRow.timeline,
        expect.objectContaining({ type: 'corrected', at, by: staff.email, before: expect.anything() }),
      ]);
      expect(readRows()).toEqual([body]);
    });

    test('without changes adds no timeline entry', async () => {
      const { correct, readRows } = openHandlers([buildRow(buildContent('SAME'))]);
      expect(await correct('SAME')).toEqual(buildRow(buildContent('SAME')));
      const { lines } = buildContent('SAME') as { lines?: object[] };
      if (lines)
        expect(await correct('SAME', staff, { lines: lines.toReversed() })).toEqual(buildRow(buildContent('SAME')));
      expect(readRows()).toEqual([buildRow(buildContent('SAME'))]);
    });

    test('is applied once when repeated, even after the RMA number was assigned', async () => {
      const { correct, readRows } = openHandlers([bookedRow]);
      const first = await correct();
      expect(await correct()).toEqual(first);
      expect(readRows()).toEqual([first]);
      const laterRow = addEntries(first, rmaEntry);
      expect(await openHandlers([laterRow]).correct()).toEqual(laterRow);
      // The correction was already applied by a call that seemed to fail.
      expect(await openHandlers([bookedRow], [first]).correct()).toEqual(first);
    });

    test('is rejected above the limit per record', async () => {
      const { correct, readRows } = openHandlers([bookedRow]);
      for (let version = 1; version <= limits.correctionsPerRecord; version += 1)
        await correct(`X${version}`, staff, { version });
      const rowsAtLimit = readRows();
      await expect(correct('NEW', staff, { version: limits.correctionsPerRecord + 1 })).rejects.toMatchObject({
        code: `${errorPrefix}NotPending`,
      });
      expect(readRows()).toEqual(rowsAtLimit);
    });
  });

  test.each([
    ['an RMA', registeredRow, 'NotPending', 'NotPending'],
    ['a correction', correctedRow, 'Changed', 'Changed'],
    // A repeated withdrawal succeeds: see below.
    ['a withdrawal', withdrawnRow, 'Changed', undefined],
  ])('rejects a change based on the version before %s', async (_, row, correctionCode, withdrawalCode) => {
    const { correct, withdraw, readRows } = openHandlers([row]);
    await expect(correct()).rejects.toMatchObject({ code: `${errorPrefix}${correctionCode}` });
    if (withdrawalCode) await expect(withdraw()).rejects.toMatchObject({ code: `${errorPrefix}${withdrawalCode}` });
    expect(readRows()).toEqual([row]);
  });

  test.each(['correct', 'withdraw'] as const)('keeps an RMA assigned between read and write of %s', async (change) => {
    const openedHandlers = openHandlers([bookedRow], [registeredRow]);
    await expect(openedHandlers[change]()).rejects.toMatchObject({ code: `${errorPrefix}NotPending` });
    expect(openedHandlers.readRows()).toEqual([registeredRow]);
  });

  test('throws ServiceUnavailable after three concurrent changes', async () => {
    let attempts = 0;
    // `replace` always returns false, as it does if another change was faster.
    const memory = createInMemoryRecords(bookedRow);
    const replace = async () => {
      attempts += 1;
      return false;
    };
    const { correct } = createHandlers({ [name]: { ...(memory[name] as object), replace } });
    await expect(correct({ ...identity, ...buildContent('NEW') }, buildContext(staff))).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    expect(attempts).toBe(3);
  });

  describe('a withdrawal', () => {
    test('moves the record to a withdrawn reference, which frees its own', async () => {
      const { withdraw, readRows } = openHandlers([bookedRow]);
      expect(await withdraw()).toEqual(withdrawnRow);
      expect(withdrawnRow).toMatchObject({
        state: 'withdrawn',
        reference: `ref 1\u001F${id}`,
        stateAt: `withdrawn#${bookedRow.createdAt}`,
      });
      expect(readRows()).toEqual([withdrawnRow]);
    });

    test('succeeds when repeated, even with its reference reused', async () => {
      const rowWithReusedReference = buildRow({ id: otherId });
      expect(await openHandlers([withdrawnRow]).withdraw()).toEqual(withdrawnRow);
      expect(await openHandlers([withdrawnRow, rowWithReusedReference]).withdraw(admin)).toEqual(withdrawnRow);
      // The provider may have sent an event since.
      const laterRow = addEntries(
        withdrawnRow,
        name === 'repairs' ? { ...rmaEntry, type: 'status', status: 'cancelled' } : rmaEntry,
      );
      expect(await openHandlers([laterRow]).withdraw()).toEqual(laterRow);
    });
  });

  test.each([
    ['staff', staff],
    ['admins', admin],
  ])('returns NotFound to %s for the wrong store', async (_, caller) => {
    const otherStore = { storeId: 'UK-2' };
    const { correct, withdraw, readRows } = openHandlers([bookedRow]);
    for (const change of [() => correct('NEW', caller, otherStore), () => withdraw(caller, otherStore)])
      await expect(change()).rejects.toMatchObject({ code: 'NotFound', problems: [] });
    expect(readRows()).toEqual([bookedRow]);
  });
});
