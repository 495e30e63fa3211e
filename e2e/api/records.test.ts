import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eventually } from './bookings.ts';
import { kinds } from './kinds.ts';
import { portalForTests } from './portal.ts';
import { providerOf, reportOf } from './provider.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });

describe.each(kinds)('a $kind', ({ kind, staff, route, bookingOf, changes, open }) => {
  const by = `${staff}@nuk.example`;
  const exists = { status: 409, code: `${kind}RequestExists` };
  const notPending = { status: 409, code: `${kind}NotPending` };
  const changed = { status: 409, code: `${kind}Changed` };
  const deskFor = async (name: string) => open(await portal.signedIn('nuk', name));
  const eventsOf = (id: string) => {
    const heard: string[] = [];
    portal.cloud().onEvent(({ 'detail-type': type, detail }) => {
      if (JSON.stringify(detail).includes(id)) heard.push(type);
    });
    return heard;
  };

  test('that is booked is in the list at once, pending, with the store of whoever booked; keys and authors stay inside', async () => {
    const desk = await deskFor(staff);
    const before = new Date().toISOString();
    const { status, json } = await desk.book({ storeRefNo: ' Ab 1 ' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      rma: null,
      state: 'submitted',
      storeId: 'UK-1001',
      storeName: 'London Oxford Street',
      storeRefNo: 'Ab 1',
      version: 1,
      timeline: [{ type: 'booked', at: json.createdAt, by }],
    });
    expect(json.createdAt >= before).toBe(true);
    const [listed] = (await desk.list()).json.items;
    expect(listed).toMatchObject({ id: json.id, rma: null, state: 'submitted' });
    expect((await desk.find(json)).json).toEqual(json);
    for (const name of ['createdBy', 'store', 'reference', 'region', 'stateAt', 'pending', 'files', 'customerPresence'])
      for (const shown of [json, listed]) expect(shown).not.toHaveProperty(name);
    for (const name of ['timeline', 'lines']) expect(listed).not.toHaveProperty(name);
  });

  test('has its reference alone in its store, however it is written', async () => {
    const [desk, other] = [await deskFor(staff), await deskFor('both')];
    const storeRefNo = `Straße-${randomUUID().slice(0, 8)}`;
    await desk.book({ storeRefNo });
    expect(await desk.book({ storeRefNo: ` ${storeRefNo.toUpperCase()}` })).toMatchObject(exists);
    expect((await other.book({ storeRefNo })).status).toBe(201);
  });

  test('of 200 at once with one reference is one', async () => {
    const [one, other] = [open(await portal.signIn('nuk', staff)), open(await portal.signIn('nuk', staff))];
    const storeRefNo = 'race';
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? one : other).book({ storeRefNo })),
    );
    const [winner, ...more] = answers.filter(({ status }) => status === 201).map(({ json }) => json);
    if (!winner) throw new Error('nobody won');
    expect(more).toEqual([]);
    expect(answers.filter(({ status, code }) => status === 409 && code === exists.code)).toHaveLength(199);
    expect((await one.find(winner)).json).toEqual(winner);
    expect((await one.references())?.filter((reference) => reference === storeRefNo)).toHaveLength(1);
  }, 60_000);

  test('is booked by an admin for a store of the region, and for no other', async () => {
    const desk = await deskFor('admin');
    for (const [storeId, storeName] of [
      ['UK-1001', 'London Oxford Street'],
      ['UK-1002', 'Dublin Grafton Street'],
    ])
      expect(await desk.book({ storeId })).toMatchObject({ status: 201, json: { storeId, storeName } });
    const before = await desk.references();
    for (const storeId of ['DE-2001', 'UK-9999', 'uk-1001', undefined]) {
      const { status, json } = await desk.book({ storeId });
      expect([status, json.error?.problems?.map(({ path }) => path)]).toEqual([400, ['storeId']]);
    }
    expect(await desk.references()).toEqual(before);
  });

  test('that is sent again, by twenty at once or with other content, is told as it is stored, once', async () => {
    const browser = await portal.signedIn('nuk', staff);
    const desk = open(browser);
    const body = bookingOf();
    const send = (change: object = {}) => browser.send(route, 'nuk', { body: { ...body, ...change } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    const [{ json: booked } = { json: undefined }] = answers;
    if (!booked) throw new Error('nothing was answered');
    expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [201, booked]));
    for (const change of changes) expect(await send(change)).toMatchObject({ status: 201, json: booked });
    expect((await desk.references())?.filter((reference) => reference === body.storeRefNo)).toHaveLength(1);
    const corrected = await desk.correctAs(booked, 1);
    expect(await send()).toMatchObject({ status: 201, json: corrected.json });
  });

  test('with wrong input is neither stored nor changed', async () => {
    const desk = await deskFor(staff);
    const before = await desk.references();
    for (const [change, path] of [
      [{ id: 'mine' }, 'id'],
      [{ storeRefNo: 'a\u001Fb' }, 'storeRefNo'],
      [{ storeId: 'UK-1002' }, 'storeId'],
      [{ storeId: 'UK-1001' }, 'storeId'],
      [{ rma: 'RMA-1' }, 'rma'],
      [{ timeline: [] }, 'timeline'],
      [{ region: 'nfr' }, 'region'],
      [
        kind === 'Repair' ? { purchaseDate: '2999-01-01' } : { lines: [] },
        kind === 'Repair' ? 'purchaseDate' : 'lines',
      ],
    ] as const) {
      const { status, code, json } = await desk.book(change);
      expect([status, code, json.error?.problems?.map((problem) => problem.path)]).toEqual([
        400,
        'InvalidParameterException',
        [path],
      ]);
    }
    expect(await desk.references()).toEqual(before);
    const { json: booked } = await desk.book();
    expect(await desk.correctAs({ ...booked, version: 2 }, 2)).toMatchObject(changed);
    expect(await desk.correctAs({ ...booked, id: randomUUID() }, 2)).toMatchObject({ status: 404, code: 'NotFound' });
    expect(await desk.correctAs({ ...booked, storeRefNo: 'another' }, 2)).toMatchObject({ status: 404 });
    expect(await desk.withdraw({ ...booked, id: randomUUID() })).toMatchObject({ status: 404, code: 'NotFound' });
    expect((await desk.find(booked)).json).toEqual(booked);
  });

  test('that is corrected reads so everywhere, by whoever of store or region did, and the provider is told', async () => {
    const [desk, admin] = [await deskFor(staff), await deskFor('admin')];
    const { json: booked } = await desk.book();
    const heard = eventsOf(booked.id);
    const { status, json } = await desk.correctAs(booked, 3);
    expect([status, json]).toMatchObject([
      200,
      { id: booked.id, version: 2, timeline: [...booked.timeline, { type: 'corrected', by }] },
    ]);
    expect((await desk.find(booked)).json).toEqual(json);
    // Its answer was lost, and it is sent again.
    const again = await Promise.all(Array.from({ length: 10 }, () => desk.correctAs(booked, 3)));
    expect(again.map((answer) => [answer.status, answer.json])).toEqual(again.map(() => [200, json]));
    const { json: last } = await admin.correctAs(json, 4);
    expect(last).toMatchObject({ version: 3, timeline: [{}, {}, { by: 'admin@nuk.example' }] });
    expect((await desk.find(booked)).json).toEqual(last);
    await eventually(
      async () => heard,
      (types) => types.includes(`${kind}Corrected`),
    );
    expect(heard).toContain(`${kind}Corrected`);
  });

  test('that two correct, or one corrects and the other withdraws, is changed by exactly one, and the other is told', async () => {
    const [one, other] = [await deskFor(staff), await deskFor('admin')];
    for (let round = 0; round < 10; round += 1) {
      const { json: booked } = await one.book();
      const answers = await Promise.all([
        one.correctAs(booked, 1),
        round % 2 ? other.correctAs(booked, 3) : other.withdraw(booked),
      ]);
      const won = answers.find(({ status }) => status === 200);
      expect(answers.find((answer) => answer !== won)).toMatchObject(changed);
      expect((await one.find(booked)).json).toEqual(won?.json);
    }
  });

  test('never loses an RMA that comes at the same moment, and after it nothing is changed any more', async () => {
    const desk = await deskFor(staff);
    const provider = providerOf(portal.cloud());
    for (let round = 0; round < 5; round += 1) {
      const { json: booked } = await desk.book();
      const rma = `UK7000000${round}`;
      const report = reportOf('nuk', booked, { kind: kind.toLowerCase(), rma });
      const [{ status, code }] = await Promise.all([desk.correctAs(booked, 1), provider.put('RmaAssigned', report)]);
      const now = await eventually(
        async () => (await desk.find(booked)).json,
        (json) => json.rma !== null,
      );
      expect(now.rma).toBe(rma);
      expect([status, code, now.timeline.some(({ type }) => type === 'corrected')]).toEqual(
        status === 200 ? [200, undefined, true] : [409, notPending.code, false],
      );
      for (const seen of [booked, now]) {
        expect(await desk.correctAs(seen, 4)).toMatchObject(notPending);
        expect(await desk.withdraw(seen)).toMatchObject(notPending);
      }
      expect((await desk.find(booked)).json).toEqual(now);
    }
  }, 60_000);

  test('that is withdrawn, by ten at once, stays in the list, frees its reference, and the provider is told', async () => {
    const desk = await deskFor(staff);
    const { json: first } = await desk.book();
    const { json: booked } = await desk.correctAs(first, 1);
    const heard = eventsOf(booked.id);
    expect(await desk.withdraw(first)).toMatchObject(changed);
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.withdraw(booked)));
    const [{ json: withdrawn } = { json: booked }] = answers;
    expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [200, withdrawn]));
    expect(withdrawn).toMatchObject({
      id: booked.id,
      state: 'withdrawn',
      rma: null,
      timeline: [{ type: 'booked' }, { type: 'corrected' }, { type: 'withdrawn', by }],
    });
    const { status: again, json: next } = await desk.book({ storeRefNo: booked.storeRefNo.toUpperCase() });
    expect(again).toBe(201);
    expect((await desk.list({ limit: '2' })).json.items.map(({ id, state }) => [id, state])).toEqual([
      [next.id, 'submitted'],
      [booked.id, 'withdrawn'],
    ]);
    expect((await desk.list({ limit: '1', state: 'withdrawn' })).json.items[0]?.id).toBe(booked.id);
    expect(await desk.references({ state: 'submitted', limit: '1' })).toEqual([next.storeRefNo]);
    expect(await desk.withdraw(booked)).toMatchObject({ status: 200, json: withdrawn });
    expect(await desk.correctAs(withdrawn, 1)).toMatchObject(changed);
    expect((await desk.find(booked)).json).toEqual(withdrawn);
    expect((await desk.find(next)).json).toEqual(next);
    await eventually(
      async () => heard,
      (types) => types.includes(`${kind}Withdrawn`),
    );
    expect(heard.filter((type) => type === `${kind}Withdrawn`)).toHaveLength(1);
  });

  test('ends at the gateway when it has ten megabytes, with its own form of error', async () => {
    const browser = await portal.signedIn('nuk', staff);
    const { status, json } = await browser.send(route, 'nuk', { body: 'x'.repeat(10 * 1024 * 1024 + 1) });
    expect([status, json]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });
});
