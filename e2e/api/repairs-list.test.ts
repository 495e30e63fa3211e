import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { routes } from '#shared/api/routes/table.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { createRepairsClient, waitUntilPasses } from './bookings.ts';
import { openSharedTestPortal } from './portal.ts';
import { createLines, createReturnsClient } from './return-bookings.ts';

// The simulated provider of the shared portal sends no events, so no RMA number arrives during the tests.
const portal = openSharedTestPortal();
const { listRepairs } = routes.repairs;

describe('listing repairs', () => {
  test('is compressed and not cached', async () => {
    const admin = await portal.signInOnce('ndach', 'admin');
    const query = { limit: '100' };
    const { headers } = await admin.send(listRepairs, 'ndach', { query, headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(headers)).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' });
  });

  test('pages of any size contain every repair once, newest first', async () => {
    const client = createRepairsClient(await portal.signInOnce('nfr', 'repairs'), 'nfr');
    await Promise.all(Array.from({ length: 12 }, () => client.book()));
    const { json: last } = await client.book();
    const allReferences = (await client.listReferences()) ?? [];
    expect([allReferences[0], new Set(allReferences).size]).toEqual([last.storeRefNo, allReferences.length]);
    for (const limit of [4, allReferences.length]) {
      const pages = await client.listPages({ limit: String(limit) });
      expect(pages.flat()).toEqual(allReferences);
      expect(pages).toHaveLength(Math.ceil(allReferences.length / limit));
    }
  });

  test.each(['repairs', 'admin'])('as %s, filtered by state, returns the matching repairs', async (name) => {
    const client = createRepairsClient(await portal.signInOnce('nuk', name));
    const allRepairs = (await client.list({ limit: '500' })).json.items;
    expect(new Set(allRepairs.map(({ state }) => state)).size).toBeGreaterThan(2);
    for (const state of repairStates) {
      expect((await client.listPages({ state, limit: '3' })).flat()).toEqual(
        allRepairs.filter((repair) => repair.state === state).map(({ storeRefNo }) => storeRefNo),
      );
    }
  });

  test("filtered by period uses the region's calendar days, combined with any state", async () => {
    const { json: bookedRepair } = await createRepairsClient(await portal.signInOnce('ndach', 'both'), 'ndach').book();
    const today = toCalendarDate(new Date(bookedRepair.createdAt), regions.ndach.timeZone);
    for (const name of ['both', 'admin'])
      for (const extraQuery of [{}, { state: 'submitted' }]) {
        const client = createRepairsClient(await portal.signInOnce('ndach', name), 'ndach');
        expect((await client.listReferences({ from: today, to: today, ...extraQuery }))?.[0]).toBe(
          bookedRepair.storeRefNo,
        );
        for (const query of [{ from: addDays(today, 1) }, { to: addDays(today, -1) }])
          expect(await client.listReferences({ ...query, ...extraQuery })).not.toContain(bookedRepair.storeRefNo);
        for (const query of [{ to: '0001-01-01' }, { from: '9999-12-31' }])
          expect(await client.listReferences({ ...query, ...extraQuery })).toEqual([]);
      }
  });
});

describe('searching repairs', () => {
  test('finds references and serial numbers by prefix, also after a correction', async () => {
    const client = createRepairsClient(await portal.signInOnce('nuk', 'both'));
    const prefix = `canary${randomUUID().slice(0, 8)}`;
    const { json: byReference } = await client.book({ storeRefNo: `${prefix}-ref` });
    const { json: bookedRepair } = await client.book({ serialNumber: `${prefix}-OLD`.toUpperCase() });
    const allReferences = [byReference, bookedRepair].map(({ storeRefNo }) => storeRefNo).toSorted();
    await waitUntilPasses(async () =>
      expect((await client.listReferences({ search: prefix }))?.toSorted()).toEqual(allReferences),
    );
    expect((await client.listPages({ search: prefix.toUpperCase(), limit: '1' })).flat().toSorted()).toEqual(
      allReferences,
    );
    expect(await client.listReferences({ search: `${prefix}-old` })).toEqual([bookedRepair.storeRefNo]);
    for (const query of [
      { search: prefix, to: '2024-01-01' },
      { search: prefix, state: 'registered' },
    ])
      expect(await client.listReferences(query)).toEqual([]);

    const admin = createRepairsClient(await portal.signInOnce('nuk', 'admin'));
    expect((await admin.listReferences({ search: prefix, storeId: 'UK-1002' }))?.toSorted()).toEqual(allReferences);
    expect(await admin.listReferences({ search: prefix, storeId: 'UK-1001' })).toEqual([]);

    const { json: correctedRepair } = await client.correct(bookedRepair, {
      serialNumber: `${prefix}-NEW`.toUpperCase(),
    });
    await client.withdraw(correctedRepair);
    await waitUntilPasses(async () => {
      const { items } = (await client.list({ search: `${prefix}-new` })).json;
      expect(items.map(({ id, state }) => [id, state])).toEqual([[bookedRepair.id, 'withdrawn']]);
    });
    expect(await client.listReferences({ search: `${prefix}-old` })).toEqual([]);
  });

  test('finds stored values in every accepted spelling', async () => {
    const client = createRepairsClient(await portal.signInOnce('nuk', 'both'));
    const prefix = `CANARY${randomUUID().slice(0, 8)}`.toUpperCase();
    const { json: serialRepair } = await client.book({
      serialNumber: `${prefix.slice(0, 8)}\u2011${prefix.slice(8)} 12345`,
    });
    expect(serialRepair.serialNumber).toBe(`${prefix.slice(0, 8)}-${prefix.slice(8)}12345`);
    const { json: hyphenRepair } = await client.book({ storeRefNo: `BANK-${prefix}` });
    const { json: spacesRepair } = await client.book({ storeRefNo: `${prefix} 77 12` });
    const { json: emojiRepair } = await client.book({
      storeRefNo: `\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u2764\uFE0F ${prefix}`,
    });
    const expectFound = (search: string, { storeRefNo }: { readonly storeRefNo: string }) =>
      waitUntilPasses(async () =>
        expect([search, await client.listReferences({ search })]).toEqual([search, [storeRefNo]]),
      );
    for (const search of [`${prefix}12345`, `\u200B${prefix} 123 45`.toLowerCase(), `${prefix}-12345`])
      await expectFound(search, serialRepair);
    for (const search of [`BANK\u2011${prefix}`, `bank ${prefix}`, `BANK${prefix}`])
      await expectFound(search, hyphenRepair);
    for (const search of [`${prefix}7712`, `${prefix}\u00A077-1`]) await expectFound(search, spacesRepair);
    for (const search of [emojiRepair.storeRefNo, `\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u2764\uFE0F ${prefix}`])
      await expectFound(search, emojiRepair);
    expect((await client.findDevice(`${prefix}-12345`)).json.repairs).toMatchObject([{ id: serialRepair.id }]);
  });

  test("finds the store's repairs and returns of a device by serial number", async () => {
    const client = createRepairsClient(await portal.signInOnce('nuk', 'repairs'));
    const serialNumber = `CANARYS${randomUUID().slice(0, 8)}`.toUpperCase();
    const { json: submittedRepair } = await client.book({ serialNumber });
    const { json: withdrawnRepair } = await client.book({ serialNumber });
    await client.book({ serialNumber: `${serialNumber}0` });
    await client.withdraw(withdrawnRepair);
    const browser = await portal.signInOnce('nuk', 'admin');
    const admin = createRepairsClient(browser);
    const [line] = createLines(1);
    await createReturnsClient(browser).book({
      storeId: 'UK-1001',
      lines: [...createLines(1), { ...line, serialNumber }],
    });
    const otherSpelling = serialNumber.toLowerCase().replace('s', ' s ');
    /** Returns the ids and states of a device's repairs, and the serial numbers of its returned lines. */
    const findDeviceRecords = async (sender: typeof client, query = {}) => {
      const { repairs, returns } = (await sender.findDevice(otherSpelling, query)).json;
      return [
        repairs.map(({ id, state }) => `${id} ${state}`).toSorted(),
        returns.map((deviceReturn) => deviceReturn.line.serialNumber),
      ];
    };
    const bookedRepairs = [`${submittedRepair.id} submitted`, `${withdrawnRepair.id} withdrawn`].toSorted();
    await waitUntilPasses(async () => expect(await findDeviceRecords(admin)).toEqual([bookedRepairs, [serialNumber]]));
    expect(await findDeviceRecords(admin, { storeId: 'UK-1002' })).toEqual([[], []]);
    // Staff without the returns role only see repairs.
    expect(await findDeviceRecords(client)).toEqual([bookedRepairs, []]);
    expect(await findDeviceRecords(createRepairsClient(await portal.signInOnce('nuk', 'both')))).toEqual([[], []]);
    expect(await client.findDevice(' ')).toMatchObject({ status: 400, code: 'InvalidParameterException' });
  });
});
