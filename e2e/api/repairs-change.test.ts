import { describe, expect, test } from '@jest/globals';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { content, deskOf } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { repairRowsOf } from './repair-rows.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const deskFor = async (name: string) => deskOf(await portal.signedIn('nuk', name));
const rma = (): RepairEntry => ({
  type: 'rmaAssigned',
  at: new Date().toISOString(),
  eventId: crypto.randomUUID(),
  rma: 'UK50000001',
});
const confirmed = (): RepairEntry => ({
  type: 'status',
  at: new Date().toISOString(),
  eventId: crypto.randomUUID(),
  status: 'confirmed',
});

describe('correcting a repair', () => {
  test('it reads as corrected everywhere, and its timeline keeps what it said', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const change = { serialNumber: 'XTW70087654321', issue: 'otherProblems', detailedDescription: 'Makes a noise.' };
    const { status, json } = await desk.correct(booked, change);
    expect([status, json]).toEqual([
      200,
      {
        ...booked,
        ...change,
        version: 2,
        timeline: [
          ...booked.timeline,
          { type: 'corrected', at: json.timeline[1]?.at, by: 'repairs@nuk.example', before: content },
        ],
      },
    ]);
    expect((await desk.find(booked)).json).toEqual(json);
    expect((await desk.list()).json.items[0]).toMatchObject({
      id: booked.id,
      serialNumber: 'XTW70087654321',
      issue: 'otherProblems',
    });
  });

  test('an admin of the region may too', async () => {
    const { json: booked } = await (await deskFor('repairs')).book();
    expect(await (await deskFor('admin')).correct(booked, { serialNumber: 'BYADMIN' })).toMatchObject({
      status: 200,
      json: { serialNumber: 'BYADMIN', timeline: [{}, { by: 'admin@nuk.example' }] },
    });
  });

  test('of two editors one wins, and the other gets one clear conflict', async () => {
    const [one, other] = [await deskFor('repairs'), await deskFor('admin')];
    const { json: booked } = await one.book();
    const answers = await Promise.all([
      one.correct(booked, { serialNumber: 'ONE' }),
      other.correct(booked, { serialNumber: 'OTHER' }),
    ]);
    expect(answers.map(({ status, code }) => [status, code]).toSorted()).toEqual([
      [200, undefined],
      [409, 'RepairChanged'],
    ]);
    const won = answers.find(({ status }) => status === 200);
    expect((await one.find(booked)).json).toEqual(won?.json);
  });

  test('sent again after its answer was lost answers what it did; without a change it does nothing', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    expect(await desk.correct(booked)).toMatchObject({ status: 200, json: booked });
    const first = await desk.correct(booked, { serialNumber: 'AGAIN' });
    const again = await Promise.all(Array.from({ length: 10 }, () => desk.correct(booked, { serialNumber: 'AGAIN' })));
    for (const answer of again) expect(answer).toMatchObject({ status: 200, json: first.json });
  });

  test.each([
    ['an RMA', rma],
    ['a first report of the provider', confirmed],
  ])('after %s nothing is changed any more', async (_, entry) => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    await (await repairRowsOf(portal.cloud())).enter('nuk', booked, entry());
    const { json: now } = await desk.find(booked);
    for (const seen of [booked, now]) {
      expect(await desk.correct(seen, { serialNumber: 'TOOLATE' })).toMatchObject({
        status: 409,
        code: 'RepairNotPending',
      });
      expect(await desk.withdraw(seen)).toMatchObject({ status: 409, code: 'RepairNotPending' });
    }
    expect((await desk.find(booked)).json).toEqual(now);
  });

  test('an RMA that comes at the same moment is never lost', async () => {
    const desk = await deskFor('repairs');
    const rows = await repairRowsOf(portal.cloud());
    for (let round = 0; round < 10; round += 1) {
      const { json: booked } = await desk.book();
      // The provider's side tries again until it is in, as a queue makes it.
      const assign = async () => {
        while ((await desk.find(booked)).json.rma === null) await rows.enter('nuk', booked, rma());
      };
      const [{ status, code }] = await Promise.all([desk.correct(booked, { serialNumber: 'RACE' }), assign()]);
      const { json } = await desk.find(booked);
      expect(json.rma).toBe('UK50000001');
      expect([status, code, json.serialNumber]).toEqual(
        status === 200 ? [200, undefined, 'RACE'] : [409, 'RepairNotPending', content.serialNumber],
      );
    }
  });

  test('an id, a reference or a store of one’s own cannot be corrected into it', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    expect((await desk.correct(booked, { customerPresence: true })).status).toBe(400);
    expect((await desk.correct({ ...booked, id: crypto.randomUUID() }, { serialNumber: 'X' })).status).toBe(404);
    expect((await desk.correct({ ...booked, storeRefNo: 'another' }, { serialNumber: 'X' })).status).toBe(404);
    expect((await desk.find(booked)).json).toEqual(booked);
  });
});

describe('withdrawing a repair', () => {
  test('it stays in the list as withdrawn, and its reference is free again', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const { status, json: withdrawn } = await desk.withdraw(booked);
    expect(status).toBe(200);
    expect(withdrawn).toMatchObject({
      id: booked.id,
      state: 'withdrawn',
      version: 2,
      timeline: [{ type: 'booked' }, { type: 'withdrawn', by: 'repairs@nuk.example' }],
    });
    const { status: again, json: next } = await desk.book({ storeRefNo: booked.storeRefNo.toUpperCase() });
    expect(again).toBe(201);
    expect((await desk.list({ limit: '2' })).json.items.map(({ id, state }) => [id, state])).toEqual([
      [next.id, 'submitted'],
      [booked.id, 'withdrawn'],
    ]);
    expect((await desk.find(booked)).json).toEqual(withdrawn);
    expect((await desk.find(next)).json).toEqual(next);
  });

  test('again, or by ten at once, answers what was done, also when the reference is in use again', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.withdraw(booked)));
    expect(new Set(answers.map(({ status, json }) => JSON.stringify([status, json]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const { json: next } = await desk.book({ storeRefNo: booked.storeRefNo });
    expect(await desk.withdraw(booked)).toMatchObject({ status: 200, json: answers[0]?.json });
    expect((await desk.find(next)).json).toEqual(next);
  });

  test('of one that somebody has corrected meanwhile is a conflict', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const { json: corrected } = await (await deskFor('admin')).correct(booked, { serialNumber: 'CORRECTED' });
    expect(await desk.withdraw(booked)).toMatchObject({ status: 409, code: 'RepairChanged' });
    expect((await desk.find(booked)).json).toEqual(corrected);
    expect((await desk.withdraw(corrected)).status).toBe(200);
  });

  test('corrected and withdrawn at once, exactly one of the two happens', async () => {
    const [one, other] = [await deskFor('repairs'), await deskFor('admin')];
    for (let round = 0; round < 10; round += 1) {
      const { json: booked } = await one.book();
      const [corrected, withdrawn] = await Promise.all([
        one.correct(booked, { serialNumber: 'RACE' }),
        other.withdraw(booked),
      ]);
      expect([corrected.status, withdrawn.status].toSorted()).toEqual([200, 409]);
      expect((await one.find(booked)).json).toEqual((corrected.status === 200 ? corrected : withdrawn).json);
    }
  });

  test('what was withdrawn cannot be corrected', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    const { json: withdrawn } = await desk.withdraw(booked);
    expect(await desk.correct(withdrawn, { serialNumber: 'X' })).toMatchObject({ status: 409, code: 'RepairChanged' });
    expect((await desk.find(booked)).json).toEqual(withdrawn);
  });

  test('what does not exist is not found', async () => {
    const desk = await deskFor('repairs');
    const { json: booked } = await desk.book();
    expect(await desk.withdraw({ ...booked, id: crypto.randomUUID() })).toMatchObject({
      status: 404,
      code: 'NotFound',
    });
    expect(await desk.withdraw(booked, { reason: 'none' })).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
    });
    expect((await desk.find(booked)).json).toEqual(booked);
  });
});
