import { describe, expect, test } from '@jest/globals';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { limits } from '#shared/limits.ts';
import { content, deskOf, refusedAt, soon } from './bookings.ts';
import { kinds } from './kinds.ts';
import { sharedPortalForTests } from './portal.ts';
import { providerOf, reportOf } from './provider.ts';

// No RMA number comes in between.
const portal = sharedPortalForTests();

describe.each(kinds)('a $kind', ({ kind, staff, route, bookingOf, changes, open }) => {
  const by = `${staff}@nuk.example`;
  const exists = { status: 409, code: `${kind}RequestExists` };
  const notPending = { status: 409, code: `${kind}NotPending` };
  const changed = { status: 409, code: `${kind}Changed` };
  const deskFor = async (name: string) => open(await portal.signedIn('nuk', name));

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

  test('of many at once with one reference, however it is written, is one', async () => {
    const [one, other] = [open(await portal.signIn('nuk', staff)), open(await portal.signIn('nuk', staff))];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? one.book({ storeRefNo: 'Straße' }) : other.book({ storeRefNo: ' STRASSE' }),
      ),
    );
    const [winner, ...more] = answers.filter(({ status }) => status === 201).map(({ json }) => json);
    if (!winner) throw new Error('nobody won');
    expect(more).toEqual([]);
    expect(answers.filter(({ status, code }) => status === 409 && code === exists.code)).toHaveLength(49);
    expect((await one.find(winner)).json).toEqual(winner);
    expect((await one.references())?.filter((reference) => /stra(ss|ß)e/i.test(reference))).toHaveLength(1);
  });

  test('is booked by an admin for a store of the region, and for no other', async () => {
    const desk = await deskFor('admin');
    for (const [typed, storeId, storeName] of [
      ['UK-1001', 'UK-1001', 'London Oxford Street'],
      ['UK-1002', 'UK-1002', 'Dublin Grafton Street'],
      ['uk 1002', 'UK-1002', 'Dublin Grafton Street'],
    ])
      expect(await desk.book({ storeId: typed })).toMatchObject({ status: 201, json: { storeId, storeName } });
    const before = await desk.references();
    for (const storeId of ['DE-2001', 'UK-9999', undefined])
      expect(await desk.book({ storeId })).toMatchObject(refusedAt('storeId'));
    expect(await desk.references()).toEqual(before);
  });

  test('that is sent again, at once or with other content, is told as it is stored, once', async () => {
    const browser = await portal.signedIn('nuk', staff);
    const desk = open(browser);
    const body = bookingOf();
    const send = (change: object = {}) => browser.send(route, 'nuk', { body: { ...body, ...change } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    const [{ json: booked } = { json: undefined }] = answers;
    if (!booked) throw new Error('nothing was answered');
    expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [201, booked]));
    for (const change of changes) expect(await send(change)).toMatchObject({ status: 201, json: booked });
    expect((await desk.references())?.filter((reference) => reference === body.storeRefNo)).toHaveLength(1);
  });

  test('that is sent again for another store, as after a reload, stays in its store, and is shown to nobody of another', async () => {
    const browser = await portal.signedIn('nuk', 'admin');
    const desk = open(browser);
    const body = bookingOf();
    const send = (storeId: string) => browser.send(route, 'nuk', { body: { ...body, storeId } });
    const { json: booked } = await send('UK-1001');
    for (const storeId of ['UK-1002', 'UK-1001'])
      expect(await send(storeId)).toMatchObject({ status: 201, json: booked });
    expect((await desk.references())?.filter((reference) => reference === body.storeRefNo)).toHaveLength(1);
    const elsewhere = await portal.signedIn('nuk', 'both');
    expect(await elsewhere.send(route, 'nuk', { body })).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  });

  test('that was withdrawn is not booked again under its id, and a late withdrawal leaves what was booked instead', async () => {
    const desk = await deskFor(staff);
    const body = bookingOf();
    const { json: booked } = await desk.book(body);
    const { json: withdrawn } = await desk.withdraw(booked);
    for (const change of [{}, { storeRefNo: 'another reference' }])
      expect(await desk.book({ ...body, ...change })).toMatchObject({ status: 409, code: `${kind}Withdrawn` });
    const { json: next } = await desk.book({ ...body, id: bookingOf().id });
    expect(await desk.withdraw(booked)).toMatchObject({ status: 200, json: withdrawn });
    expect(await desk.correctAs(booked, 1)).toMatchObject(changed);
    expect([(await desk.find(booked)).json, (await desk.find(next)).json]).toEqual([withdrawn, next]);
  });

  test('with wrong input is not stored', async () => {
    const desk = await deskFor(staff);
    const before = await desk.references();
    for (const change of [
      { id: 'mine' },
      { storeRefNo: 'a\u001Fb' },
      { storeId: 'UK-1002' },
      { storeId: 'UK-1001' },
      { rma: 'RMA-1' },
      { timeline: [] },
      { region: 'nfr' },
      kind === 'Repair' ? { purchaseDate: '2999-01-01' } : { lines: [] },
    ])
      expect(await desk.book(change)).toMatchObject(refusedAt(Object.keys(change).join()));
    expect(await desk.references()).toEqual(before);
  });

  test('that two correct, or one corrects and the other withdraws, is changed by exactly one, and the other is told', async () => {
    const [one, other] = [await deskFor(staff), await deskFor('admin')];
    for (let round = 0; round < 2; round += 1) {
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
    const { json: booked } = await desk.book();
    const rma = 'UK70000000';
    const report = reportOf('nuk', booked, { kind: kind.toLowerCase(), rma });
    const reporting = providerOf(portal.cloud()).put('RmaAssigned', report);
    const [{ status, code }] = await Promise.all([desk.correctAs(booked, 1), reporting]);
    await soon(async () => expect((await desk.find(booked)).json.rma).toBe(rma));
    const { json: now } = await desk.find(booked);
    expect([status, code, now.timeline.some(({ type }) => type === 'corrected')]).toEqual(
      status === 200 ? [200, undefined, true] : [409, notPending.code, false],
    );
    for (const seen of [booked, now]) {
      expect(await desk.correctAs(seen, 4)).toMatchObject(notPending);
      expect(await desk.withdraw(seen)).toMatchObject(notPending);
    }
    expect((await desk.find(booked)).json).toEqual(now);
  });

  test('that is withdrawn, twice at once, stays in the list and frees its reference', async () => {
    const desk = await deskFor(staff);
    const { json: booked } = await desk.book();
    const answers = await Promise.all([desk.withdraw(booked), desk.withdraw(booked)]);
    const [{ json: withdrawn }] = answers;
    expect(answers).toMatchObject([
      { status: 200, json: { state: 'withdrawn', timeline: [{ type: 'booked' }, { type: 'withdrawn', by }] } },
      { status: 200, json: withdrawn },
    ]);
    const { json: next } = await desk.book({ storeRefNo: booked.storeRefNo.toUpperCase() });
    expect((await desk.list({ limit: '2' })).json.items.map(({ id, state }) => [id, state])).toEqual([
      [next.id, 'submitted'],
      [booked.id, 'withdrawn'],
    ]);
    expect((await desk.list({ limit: '1', state: 'withdrawn' })).json.items[0]?.id).toBe(booked.id);
    expect(await desk.references({ state: 'submitted', limit: '1' })).toEqual([next.storeRefNo]);
    expect(await desk.correctAs(withdrawn, 1)).toMatchObject(changed);
    expect([(await desk.find(booked)).json, (await desk.find(next)).json]).toEqual([withdrawn, next]);
  });
});

const repairsFor = async (name: string) => deskOf(await portal.signedIn('nuk', name));

test('a repair reads as corrected everywhere, and its timeline keeps what it said', async () => {
  const desk = await repairsFor('repairs');
  const { json: booked } = await desk.book();
  expect(booked.termsAccepted).toBe(limits.terms.lastUpdated);
  const change = { serialNumber: 'XTW70087654321', issue: 'otherProblems', detailedDescription: 'Makes a noise.' };
  const { status, json } = await desk.correct(booked, change);
  const entry = { type: 'corrected', at: json.timeline[1]?.at, by: 'repairs@nuk.example', before: content };
  expect([status, json]).toEqual([200, { ...booked, ...change, version: 2, timeline: [...booked.timeline, entry] }]);
  expect((await desk.find(booked)).json).toEqual(json);
  const { detailedDescription: _, ...listed } = change;
  expect((await desk.list()).json.items[0]).toMatchObject({ id: booked.id, ...listed });
});

test('a correction of a repair against a rule over two fields, a rule of a day, the catalogue or the form changes nothing', async () => {
  const desk = await repairsFor('repairs');
  const { json: booked } = await desk.book();
  for (const [change, path] of [
    [{ issue: 'otherProblems', detailedDescription: '' }, 'detailedDescription'],
    [{ purchaseDate: '2999-01-01' }, 'purchaseDate'],
    [{ product: 'wii-u' }, 'product'],
    [{ createdBy: 'sub' }, 'createdBy'],
    [{ customerPresence: true }, 'customerPresence'],
  ] as const)
    expect(await desk.correct(booked, change)).toMatchObject(refusedAt(path));
  expect((await desk.withdraw(booked, { reason: 'none' })).status).toBe(400);
  expect((await desk.find(booked)).json).toEqual(booked);
});

test('the portal looks at itself from outside, finds all well, and says how long records have waited for an RMA number', async () => {
  await (await repairsFor('repairs')).book();
  // A busy machine may be too slow for one look: the next one counts.
  const look = await eventually('a look that found all well', async () => {
    const before = portal.lines().length;
    await portal.cloud().passTime(5 * 60_000);
    const lines = portal.lines().slice(before);
    return !lines.some((line) => line.includes('"look failed"')) && lines;
  });
  const linesOf = (pattern: RegExp) => look.filter((line) => pattern.test(line));
  expect(linesOf(/"waiting for RMA","look":"repairs","region":"nuk","counts":\{"hours":\d+\}/)).toHaveLength(1);
  expect(linesOf(/"GET \/users\/\{region\}","status":401/)).toHaveLength(1);
});
