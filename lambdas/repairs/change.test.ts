import { describe, expect, test } from '@jest/globals';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { admin, by, colleague, now, staff, stranger } from '#lambdas/testing/callers.ts';
import { content, memoryOf, repairRowWith } from '#lambdas/testing/repairs.ts';
import { limits } from '#shared/limits.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairHandlers } from './repairs.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const at = now.toISOString();
const booked = repairRowWith();
const identity = { region: 'nuk' as const, storeId: booked.storeId, storeRefNo: booked.storeRefNo, id: booked.id };
const changed = { ...content, serialNumber: 'XTW70087654321' };
const withRma = (row: RepairRow, ...more: RepairEntry[]) =>
  repairRowWith({
    ...row,
    version: row.version + 1,
    timeline: [...row.timeline, { type: 'rmaAssigned', at, eventId: 'e1', rma: 'UK50000001' }, ...more],
  });

/** What is stored of an answer. */
const rowOf = (answer: Repair) => {
  const { promises: _, ...row } = answer;
  return row;
};

const counterOf = (...rows: RepairRow[]) => {
  const memory = memoryOf(...rows);
  const { correctRepair, withdrawRepair } = repairHandlers(memory as unknown as Collaborators);
  return {
    ...memory,
    correct: (asked: object = changed, caller = staff, seen: object = {}) =>
      correctRepair({ ...identity, version: 1, ...content, ...asked, ...seen }, by(caller)).then(({ body }) =>
        rowOf(body),
      ),
    withdraw: (caller = staff, seen: object = {}) =>
      withdrawRepair({ ...identity, version: 1, ...seen }, by(caller)).then(({ body }) => rowOf(body)),
  };
};

/** Something happens to a repair between reading and writing it. */
const overtaken = (row: RepairRow, meanwhile: RepairRow[]) => {
  const counter = counterOf(row);
  for (const method of ['replace', 'move'] as const) {
    const write = counter.repairs[method];
    counter.repairs[method] = async (...args) => {
      const next = meanwhile.shift();
      if (next) counter.stored.set(JSON.stringify([next.store, next.reference]), next);
      return write(...args);
    };
  }
  return counter;
};

describe('correcting a repair', () => {
  test('changes what it says, and keeps what it said in its timeline', async () => {
    const body = await counterOf(booked).correct();
    expect(body).toEqual({
      ...booked,
      ...changed,
      version: 2,
      expiresAt: expect.any(Number),
      timeline: [...booked.timeline, { type: 'corrected', at, by: 'anna@store.example', before: content }],
    });
  });

  test('with nothing changed adds nothing', async () => {
    const { correct, stored } = counterOf(booked);
    expect(await correct(content)).toEqual(booked);
    expect([...stored.values()]).toEqual([booked]);
  });

  test('sent again after its answer was lost answers what it did, once', async () => {
    const { correct, stored } = counterOf(booked);
    const first = await correct();
    expect(await correct()).toEqual(first);
    expect([...stored.values()]).toEqual([first]);
  });

  test('sent again answers what it did, though an RMA has been assigned meanwhile', async () => {
    const corrected = await counterOf(booked).correct();
    const now50000001 = withRma(repairRowWith({ ...booked, ...corrected }));
    expect(await counterOf(now50000001).correct()).toEqual(now50000001);
  });

  test('of two people exactly one wins, and the other is told', async () => {
    const { correct, stored } = counterOf(booked);
    const answers = await Promise.allSettled([
      correct({ serialNumber: 'ANNA' }),
      correct({ serialNumber: 'BEN' }, colleague),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(answers[1]).toMatchObject({ reason: { code: 'RepairChanged' } });
    expect([...stored.values()]).toMatchObject([{ serialNumber: 'ANNA', version: 2 }]);
  });

  test.each<[string, RepairRow, string]>([
    ['an RMA', withRma(booked), 'RepairNotPending'],
    [
      'a first report',
      repairRowWith({
        version: 2,
        timeline: [...booked.timeline, { type: 'status', at, eventId: 'e1', status: 'confirmed' }],
      }),
      'RepairNotPending',
    ],
    ['been corrected', repairRowWith({ version: 2, serialNumber: 'OTHER' }), 'RepairChanged'],
    [
      'been withdrawn',
      repairRowWith({ version: 2, timeline: [...booked.timeline, { type: 'withdrawn', at, by: staff.email }] }),
      'RepairChanged',
    ],
  ])('that has %s since changes nothing', async (_, stored, code) => {
    const counter = counterOf(stored);
    await expect(counter.correct()).rejects.toMatchObject({ code });
    expect([...counter.stored.values()]).toEqual([stored]);
  });

  test('an RMA that comes between reading and writing is not overwritten', async () => {
    const counter = overtaken(booked, [withRma(booked)]);
    await expect(counter.correct()).rejects.toMatchObject({ code: 'RepairNotPending' });
    expect([...counter.stored.values()]).toEqual([withRma(booked)]);
  });

  test('its own work, done by a call that seemed to fail, is found', async () => {
    const done = await counterOf(booked).correct();
    const counter = overtaken(booked, [repairRowWith({ ...booked, ...done })]);
    expect(await counter.correct()).toEqual(done);
  });

  test('a database that never settles is asked three times, not for ever', async () => {
    const { repairs } = memoryOf(booked);
    let tries = 0;
    const { correctRepair } = repairHandlers({
      repairs: { ...repairs, replace: async () => (tries += 1) < 0 },
    } as unknown as Collaborators);
    await expect(correctRepair({ ...identity, ...changed, version: 1 }, by(staff))).rejects.toMatchObject({
      code: 'ServiceUnavailable',
    });
    expect(tries).toBe(3);
  });

  test('more often than a record can hold is refused', async () => {
    const { correct, stored } = counterOf(booked);
    for (let version = 1; version <= limits.correctionsPerRecord; version += 1)
      await correct({ serialNumber: `X${version}` }, staff, { version });
    const full = [...stored.values()];
    await expect(correct(changed, staff, { version: limits.correctionsPerRecord + 1 })).rejects.toMatchObject({
      code: 'RepairNotPending',
    });
    expect([...stored.values()]).toEqual(full);
  });
});

describe('withdrawing a repair', () => {
  const aside = repairRowWith({
    version: 2,
    timeline: [...booked.timeline, { type: 'withdrawn', at, by: staff.email }],
  });

  test('puts it aside, with who and when, and frees its reference', async () => {
    const { withdraw, stored } = counterOf(booked);
    expect(await withdraw()).toEqual(aside);
    expect(aside).toMatchObject({
      state: 'withdrawn',
      reference: `ref 1\u001F${booked.id}`,
      stateAt: `withdrawn#${booked.createdAt}`,
    });
    expect([...stored.values()]).toEqual([aside]);
  });

  test('again answers what was done, also when the reference is in use again, or the provider has reported since', async () => {
    const next = repairRowWith({ id: '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11' });
    const cancelled = repairRowWith({
      ...aside,
      version: 3,
      timeline: [...aside.timeline, { type: 'status', at, eventId: 'e1', status: 'cancelled' }],
    });
    expect(await counterOf(aside).withdraw()).toEqual(aside);
    expect(await counterOf(aside, next).withdraw(colleague)).toEqual(aside);
    expect(await counterOf(cancelled).withdraw()).toEqual(cancelled);
  });

  test('of one that was withdrawn and booked again withdraws it again', async () => {
    const { withdraw, stored } = counterOf(aside, booked);
    await withdraw();
    expect([...stored.values()]).toEqual([aside]);
  });

  test.each<[string, RepairRow, string]>([
    ['an RMA', withRma(booked), 'RepairNotPending'],
    ['been corrected', repairRowWith({ version: 2, serialNumber: 'OTHER' }), 'RepairChanged'],
  ])('that has %s since changes nothing', async (_, stored, code) => {
    const counter = counterOf(stored);
    await expect(counter.withdraw()).rejects.toMatchObject({ code });
    expect([...counter.stored.values()]).toEqual([stored]);
  });

  test('an RMA that comes between reading and writing stays', async () => {
    const counter = overtaken(booked, [withRma(booked)]);
    await expect(counter.withdraw()).rejects.toMatchObject({ code: 'RepairNotPending' });
    expect([...counter.stored.values()]).toEqual([withRma(booked)]);
  });
});

describe('whose repair may be changed', () => {
  test.each([
    ['staff of another store', stranger, {}],
    ['staff who name their own store for it', stranger, { storeId: 'UK-2' }],
    ['staff who name another store for their own repair', staff, { storeId: 'UK-2' }],
    ['an admin who names another store for it', admin, { storeId: 'UK-2' }],
    ['an admin of another region', admin, { region: 'nfr' }],
    ['somebody who does not know its id', staff, { id: '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11' }],
    ['somebody who does not know its reference', staff, { storeRefNo: 'Ref 2' }],
  ])('not by %s: it might as well not exist', async (_, caller, seen) => {
    const { correct, withdraw, stored } = counterOf(booked);
    await expect(correct(changed, caller, seen)).rejects.toMatchObject({ code: 'NotFound', problems: [] });
    await expect(withdraw(caller, seen)).rejects.toMatchObject({ code: 'NotFound', problems: [] });
    expect([...stored.values()]).toEqual([booked]);
  });

  test('by an admin of its region', async () => {
    expect(await counterOf(booked).correct(changed, admin)).toMatchObject({
      version: 2,
      timeline: [{}, { by: 'admin@store.example' }],
    });
    expect(await counterOf(booked).withdraw(admin)).toMatchObject({ state: 'withdrawn' });
  });
});
