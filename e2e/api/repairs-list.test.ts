import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addDays, calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { routes } from '#shared/routes/table.ts';
import { deskOf, soon } from './bookings.ts';
import { sharedPortalForTests } from './portal.ts';
import { linesOf, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = sharedPortalForTests();
const { listRepairs } = routes.repairs;

describe('listing repairs', () => {
  test('is compressed on its way, and kept nowhere', async () => {
    const admin = await portal.signedIn('ndach', 'admin');
    const query = { limit: '100' };
    const { headers } = await admin.send(listRepairs, 'ndach', { query, headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(headers)).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' });
  });

  test('pages of any size hold every repair once, newest first, those of one instant, too', async () => {
    const desk = deskOf(await portal.signedIn('nfr', 'repairs'), 'nfr');
    await Promise.all(Array.from({ length: 12 }, () => desk.book()));
    const { json: last } = await desk.book();
    const all = (await desk.references()) ?? [];
    expect([all[0], new Set(all).size]).toEqual([last.storeRefNo, all.length]);
    for (const limit of [4, all.length]) {
      const pages = await desk.pages({ limit: String(limit) });
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    }
  });

  test.each(['repairs', 'admin'])(
    'by state shows %s what a list of all shows in that state, in the same order',
    async (name) => {
      const desk = deskOf(await portal.signedIn('nuk', name));
      const all = (await desk.list({ limit: '500' })).json.items;
      expect(new Set(all.map(({ state }) => state)).size).toBeGreaterThan(2);
      for (const state of repairStates) {
        expect((await desk.pages({ state, limit: '3' })).flat()).toEqual(
          all.filter((repair) => repair.state === state).map(({ storeRefNo }) => storeRefNo),
        );
      }
    },
  );

  test('by period shows the days of the region’s calendar, in any state or in one, to staff and admins', async () => {
    const { json: booked } = await deskOf(await portal.signedIn('ndach', 'both'), 'ndach').book();
    const today = calendarDate(new Date(booked.createdAt), regions.ndach.timeZone);
    for (const name of ['both', 'admin'])
      for (const more of [{}, { state: 'submitted' }]) {
        const desk = deskOf(await portal.signedIn('ndach', name), 'ndach');
        expect((await desk.references({ from: today, to: today, ...more }))?.[0]).toBe(booked.storeRefNo);
        for (const query of [{ from: addDays(today, 1) }, { to: addDays(today, -1) }])
          expect(await desk.references({ ...query, ...more })).not.toContain(booked.storeRefNo);
        for (const query of [{ to: '0001-01-01' }, { from: '9999-12-31' }])
          expect(await desk.references({ ...query, ...more })).toEqual([]);
      }
  });
});

describe('searching', () => {
  test('finds by the beginning of a reference or a serial number, in any case, and follows what happens', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'both'));
    const mark = `canary${randomUUID().slice(0, 8)}`;
    const { json: byReference } = await desk.book({ storeRefNo: `${mark}-ref` });
    const { json: booked } = await desk.book({ serialNumber: `${mark}-OLD`.toUpperCase() });
    const all = [byReference, booked].map(({ storeRefNo }) => storeRefNo).toSorted();
    await soon(async () => expect((await desk.references({ search: mark }))?.toSorted()).toEqual(all));
    expect((await desk.pages({ search: mark.toUpperCase(), limit: '1' })).flat().toSorted()).toEqual(all);
    expect(await desk.references({ search: `${mark}-old` })).toEqual([booked.storeRefNo]);
    for (const query of [
      { search: mark, to: '2024-01-01' },
      { search: mark, state: 'registered' },
    ])
      expect(await desk.references(query)).toEqual([]);

    const admin = deskOf(await portal.signedIn('nuk', 'admin'));
    expect((await admin.references({ search: mark, storeId: 'UK-1002' }))?.toSorted()).toEqual(all);
    expect(await admin.references({ search: mark, storeId: 'UK-1001' })).toEqual([]);

    const { json: corrected } = await desk.correct(booked, { serialNumber: `${mark}-NEW`.toUpperCase() });
    await desk.withdraw(corrected);
    await soon(async () => {
      const { items } = (await desk.list({ search: `${mark}-new` })).json;
      expect(items.map(({ id, state }) => [id, state])).toEqual([[booked.id, 'withdrawn']]);
    });
    expect(await desk.references({ search: `${mark}-old` })).toEqual([]);
  });

  test('finds what a form takes, however it is spelled', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'both'));
    const mark = `CANARY${randomUUID().slice(0, 8)}`.toUpperCase();
    const { json: serial } = await desk.book({ serialNumber: `${mark.slice(0, 8)}\u2011${mark.slice(8)} 12345` });
    expect(serial.serialNumber).toBe(`${mark.slice(0, 8)}-${mark.slice(8)}12345`);
    const { json: hyphen } = await desk.book({ storeRefNo: `BANK-${mark}` });
    const { json: blanks } = await desk.book({ storeRefNo: `${mark} 77 12` });
    const { json: emoji } = await desk.book({
      storeRefNo: `\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u2764\uFE0F ${mark}`,
    });
    const finds = (search: string, { storeRefNo }: { readonly storeRefNo: string }) =>
      soon(async () => expect([search, await desk.references({ search })]).toEqual([search, [storeRefNo]]));
    for (const search of [`${mark}12345`, `\u200B${mark} 123 45`.toLowerCase(), `${mark}-12345`])
      await finds(search, serial);
    for (const search of [`BANK\u2011${mark}`, `bank ${mark}`, `BANK${mark}`]) await finds(search, hyphen);
    for (const search of [`${mark}7712`, `${mark}\u00A077-1`]) await finds(search, blanks);
    for (const search of [emoji.storeRefNo, `\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u2764\uFE0F ${mark}`])
      await finds(search, emoji);
    expect((await desk.device(`${mark}-12345`)).json.repairs).toMatchObject([{ id: serial.id }]);
  });

  test('a serial number finds the store’s repairs and returns of that device, however it is spelled', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'repairs'));
    const serialNumber = `CANARYS${randomUUID().slice(0, 8)}`.toUpperCase();
    const [{ json: open }, { json: withdrawn }] = [
      await desk.book({ serialNumber }),
      await desk.book({ serialNumber }),
    ];
    await desk.book({ serialNumber: `${serialNumber}0` });
    await desk.withdraw(withdrawn);
    const browser = await portal.signedIn('nuk', 'admin');
    const admin = deskOf(browser);
    const [line] = linesOf(1);
    await returnsDeskOf(browser).book({ storeId: 'UK-1001', lines: [...linesOf(1), { ...line, serialNumber }] });
    const spelled = serialNumber.toLowerCase().replace('s', ' s ');
    const found = async (who: typeof desk, query = {}) => {
      const { repairs, returns } = (await who.device(spelled, query)).json;
      return [repairs.map(({ id, state }) => `${id} ${state}`).toSorted(), returns.map((one) => one.line.serialNumber)];
    };
    const booked = [`${open.id} submitted`, `${withdrawn.id} withdrawn`].toSorted();
    await soon(async () => expect(await found(admin)).toEqual([booked, [serialNumber]]));
    expect(await found(admin, { storeId: 'UK-1002' })).toEqual([[], []]);
    // Who may not see returns sees the repairs only.
    expect(await found(desk)).toEqual([booked, []]);
    expect(await found(deskOf(await portal.signedIn('nuk', 'both')))).toEqual([[], []]);
    expect(await desk.device(' ')).toMatchObject({ status: 400, code: 'InvalidParameterException' });
  });
});
