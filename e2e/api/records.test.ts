import { describe, expect, test } from '@jest/globals';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import { limits } from '#shared/config/limits.ts';
import { repairContent, createRepairsClient, validationErrorAt, waitUntilPasses } from './bookings.ts';
import { kinds } from './kinds.ts';
import { openSharedTestPortal } from './portal.ts';
import { openProvider, createProviderEvent } from './provider.ts';

// The simulated provider of the shared portal sends no events, so no RMA number arrives during the tests.
const portal = openSharedTestPortal();

describe.each(kinds)('a $kind', ({ kind, staff, route, createBooking, ignoredChanges, open }) => {
  const bookerEmail = `${staff}@nuk.example`;
  const existsError = { status: 409, code: `${kind}RequestExists` };
  const notPendingError = { status: 409, code: `${kind}NotPending` };
  const changedError = { status: 409, code: `${kind}Changed` };
  const openClient = async (name: string) => open(await portal.signInOnce('nuk', name));

  test('is listed as pending after booking, without internal fields', async () => {
    const client = await openClient(staff);
    const bookedAfter = new Date().toISOString();
    const { status, json } = await client.book({ storeRefNo: ' Ab 1 ' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      rma: null,
      state: 'submitted',
      storeId: 'UK-1001',
      storeName: 'London Oxford Street',
      storeRefNo: 'Ab 1',
      version: 1,
      timeline: [{ type: 'booked', at: json.createdAt, by: bookerEmail }],
    });
    expect(json.createdAt >= bookedAfter).toBe(true);
    const [listedRecord] = (await client.list()).json.items;
    expect(listedRecord).toMatchObject({ id: json.id, rma: null, state: 'submitted' });
    expect((await client.find(json)).json).toEqual(json);
    for (const name of ['createdBy', 'store', 'reference', 'region', 'stateAt', 'pending', 'files', 'customerPresence'])
      for (const view of [json, listedRecord]) expect(view).not.toHaveProperty(name);
    for (const name of ['timeline', 'lines']) expect(listedRecord).not.toHaveProperty(name);
  });

  test('is booked once by concurrent requests for one reference', async () => {
    const firstClient = open(await portal.signIn('nuk', staff));
    const secondClient = open(await portal.signIn('nuk', staff));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? firstClient.book({ storeRefNo: 'Straße' }) : secondClient.book({ storeRefNo: ' STRASSE' }),
      ),
    );
    const [winner, ...otherBookings] = answers.filter(({ status }) => status === 201).map(({ json }) => json);
    if (!winner) throw new Error('No request has booked the record.');
    expect(otherBookings).toEqual([]);
    expect(answers.filter(({ status, code }) => status === 409 && code === existsError.code)).toHaveLength(49);
    expect((await firstClient.find(winner)).json).toEqual(winner);
    expect((await firstClient.listReferences())?.filter((reference) => /stra(ss|ß)e/i.test(reference))).toHaveLength(1);
  });

  test('is booked by an admin for stores of the region only', async () => {
    const client = await openClient('admin');
    for (const [typedStoreId, storeId, storeName] of [
      ['UK-1001', 'UK-1001', 'London Oxford Street'],
      ['UK-1002', 'UK-1002', 'Dublin Grafton Street'],
      ['uk 1002', 'UK-1002', 'Dublin Grafton Street'],
    ])
      expect(await client.book({ storeId: typedStoreId })).toMatchObject({ status: 201, json: { storeId, storeName } });
    const referencesBefore = await client.listReferences();
    for (const storeId of ['DE-2001', 'UK-9999', undefined])
      expect(await client.book({ storeId })).toMatchObject(validationErrorAt('storeId'));
    expect(await client.listReferences()).toEqual(referencesBefore);
  });

  test('is returned unchanged when its booking is sent again', async () => {
    const browser = await portal.signInOnce('nuk', staff);
    const client = open(browser);
    const body = createBooking();
    const send = (change: object = {}) => browser.send(route, 'nuk', { body: { ...body, ...change } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    const [{ json: bookedRecord } = { json: undefined }] = answers;
    if (!bookedRecord) throw new Error('There is no response.');
    expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [201, bookedRecord]));
    for (const change of ignoredChanges) expect(await send(change)).toMatchObject({ status: 201, json: bookedRecord });
    expect((await client.listReferences())?.filter((reference) => reference === body.storeRefNo)).toHaveLength(1);
  });

  test('stays in its store when its booking is resent for another store', async () => {
    const browser = await portal.signInOnce('nuk', 'admin');
    const client = open(browser);
    const body = createBooking();
    const send = (storeId: string) => browser.send(route, 'nuk', { body: { ...body, storeId } });
    const { json: bookedRecord } = await send('UK-1001');
    for (const storeId of ['UK-1002', 'UK-1001'])
      expect(await send(storeId)).toMatchObject({ status: 201, json: bookedRecord });
    expect((await client.listReferences())?.filter((reference) => reference === body.storeRefNo)).toHaveLength(1);
    const otherStore = await portal.signInOnce('nuk', 'both');
    expect(await otherStore.send(route, 'nuk', { body })).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  });

  test('cannot be booked again under its id after a withdrawal', async () => {
    const client = await openClient(staff);
    const body = createBooking();
    const { json: bookedRecord } = await client.book(body);
    const { json: withdrawnRecord } = await client.withdraw(bookedRecord);
    for (const change of [{}, { storeRefNo: 'another reference' }])
      expect(await client.book({ ...body, ...change })).toMatchObject({ status: 409, code: `${kind}Withdrawn` });
    const { json: nextRecord } = await client.book({ ...body, id: createBooking().id });
    expect(await client.withdraw(bookedRecord)).toMatchObject({ status: 200, json: withdrawnRecord });
    expect(await client.correctToVariant(bookedRecord, 1)).toMatchObject(changedError);
    expect([(await client.find(bookedRecord)).json, (await client.find(nextRecord)).json]).toEqual([
      withdrawnRecord,
      nextRecord,
    ]);
  });

  test('is not stored with invalid input', async () => {
    const client = await openClient(staff);
    const referencesBefore = await client.listReferences();
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
      expect(await client.book(change)).toMatchObject(validationErrorAt(Object.keys(change).join()));
    expect(await client.listReferences()).toEqual(referencesBefore);
  });

  test('accepts only one of two concurrent changes', async () => {
    const firstClient = await openClient(staff);
    const secondClient = await openClient('admin');
    for (let round = 0; round < 2; round += 1) {
      const { json: bookedRecord } = await firstClient.book();
      const answers = await Promise.all([
        firstClient.correctToVariant(bookedRecord, 1),
        round % 2 ? secondClient.correctToVariant(bookedRecord, 3) : secondClient.withdraw(bookedRecord),
      ]);
      const successfulAnswer = answers.find(({ status }) => status === 200);
      expect(answers.find((answer) => answer !== successfulAnswer)).toMatchObject(changedError);
      expect((await firstClient.find(bookedRecord)).json).toEqual(successfulAnswer?.json);
    }
  });

  test('keeps an RMA number that arrives during a change, and rejects later changes', async () => {
    const client = await openClient(staff);
    const { json: bookedRecord } = await client.book();
    const rma = 'UK70000000';
    const eventDetail = createProviderEvent('nuk', bookedRecord, { kind: kind.toLowerCase(), rma });
    const eventSent = openProvider(portal.getCloud()).put('RmaAssigned', eventDetail);
    const [{ status, code }] = await Promise.all([client.correctToVariant(bookedRecord, 1), eventSent]);
    await waitUntilPasses(async () => expect((await client.find(bookedRecord)).json.rma).toBe(rma));
    const { json: current } = await client.find(bookedRecord);
    expect([status, code, current.timeline.some(({ type }) => type === 'corrected')]).toEqual(
      status === 200 ? [200, undefined, true] : [409, notPendingError.code, false],
    );
    for (const version of [bookedRecord, current]) {
      expect(await client.correctToVariant(version, 4)).toMatchObject(notPendingError);
      expect(await client.withdraw(version)).toMatchObject(notPendingError);
    }
    expect((await client.find(bookedRecord)).json).toEqual(current);
  });

  test('stays listed after a withdrawal, and frees its reference', async () => {
    const client = await openClient(staff);
    const { json: bookedRecord } = await client.book();
    const answers = await Promise.all([client.withdraw(bookedRecord), client.withdraw(bookedRecord)]);
    const [{ json: withdrawnRecord }] = answers;
    expect(answers).toMatchObject([
      {
        status: 200,
        json: { state: 'withdrawn', timeline: [{ type: 'booked' }, { type: 'withdrawn', by: bookerEmail }] },
      },
      { status: 200, json: withdrawnRecord },
    ]);
    const { json: nextRecord } = await client.book({ storeRefNo: bookedRecord.storeRefNo.toUpperCase() });
    expect((await client.list({ limit: '2' })).json.items.map(({ id, state }) => [id, state])).toEqual([
      [nextRecord.id, 'submitted'],
      [bookedRecord.id, 'withdrawn'],
    ]);
    expect((await client.list({ limit: '1', state: 'withdrawn' })).json.items[0]?.id).toBe(bookedRecord.id);
    expect(await client.listReferences({ state: 'submitted', limit: '1' })).toEqual([nextRecord.storeRefNo]);
    expect(await client.correctToVariant(withdrawnRecord, 1)).toMatchObject(changedError);
    expect([(await client.find(bookedRecord)).json, (await client.find(nextRecord)).json]).toEqual([
      withdrawnRecord,
      nextRecord,
    ]);
  });
});

const openRepairsClient = async (name: string) => createRepairsClient(await portal.signInOnce('nuk', name));

test('a corrected repair keeps its previous content in the timeline', async () => {
  const client = await openRepairsClient('repairs');
  const { json: bookedRecord } = await client.book();
  expect(bookedRecord.termsAccepted).toBe(limits.terms.lastUpdated);
  const change = { serialNumber: 'XTW70087654321', issue: 'otherProblems', detailedDescription: 'Makes a noise.' };
  const { status, json } = await client.correct(bookedRecord, change);
  const entry = { type: 'corrected', at: json.timeline[1]?.at, by: 'repairs@nuk.example', before: repairContent };
  expect([status, json]).toEqual([
    200,
    { ...bookedRecord, ...change, version: 2, timeline: [...bookedRecord.timeline, entry] },
  ]);
  expect((await client.find(bookedRecord)).json).toEqual(json);
  const { detailedDescription: _, ...listedFields } = change;
  expect((await client.list()).json.items[0]).toMatchObject({ id: bookedRecord.id, ...listedFields });
});

test('an invalid correction of a repair changes nothing', async () => {
  const client = await openRepairsClient('repairs');
  const { json: bookedRecord } = await client.book();
  for (const [change, path] of [
    [{ issue: 'otherProblems', detailedDescription: '' }, 'detailedDescription'],
    [{ purchaseDate: '2999-01-01' }, 'purchaseDate'],
    [{ product: 'wii-u' }, 'product'],
    [{ createdBy: 'sub' }, 'createdBy'],
    [{ customerPresence: true }, 'customerPresence'],
  ] as const)
    expect(await client.correct(bookedRecord, change)).toMatchObject(validationErrorAt(path));
  expect((await client.withdraw(bookedRecord, { reason: 'none' })).status).toBe(400);
  expect((await client.find(bookedRecord)).json).toEqual(bookedRecord);
});

test('the canary succeeds and logs the wait for RMA numbers', async () => {
  await (await openRepairsClient('repairs')).book();
  // A busy machine may be too slow for one run, so any later successful run counts.
  const canaryLines = await eventually('a successful canary run', async () => {
    const linesBefore = portal.readLogLines().length;
    await portal.getCloud().passTime(5 * 60_000);
    const lines = portal.readLogLines().slice(linesBefore);
    return !lines.some((line) => line.includes('"look failed"')) && lines;
  });
  const findLines = (pattern: RegExp) => canaryLines.filter((line) => pattern.test(line));
  expect(findLines(/"waiting for RMA","look":"repairs","region":"nuk","counts":\{"hours":\d+\}/)).toHaveLength(1);
  expect(findLines(/"GET \/users\/\{region\}","status":401/)).toHaveLength(1);
});
