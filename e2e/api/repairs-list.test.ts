import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { demoStores } from '#scripts/demo/accounts.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { routes } from '#shared/routes/table.ts';
import { content, deskOf, eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { repairRowsOf } from './repair-rows.ts';
import { linesOf, returnsDeskOf } from './return-bookings.ts';

// No RMA number comes in between.
const portal = portalForTests({ backOffice: 'silent' });
const { listRepairs } = routes.repairs;

describe('listing repairs', () => {
  test('is compressed on its way, and kept nowhere', async () => {
    const admin = await portal.signedIn('ndach', 'admin');
    const query = { limit: '100' };
    const { headers } = await admin.send(listRepairs, 'ndach', { query, headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(headers)).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' });
  });

  test.each([1, 5, 12, 13, 100])(
    'pages of %d hold every repair once, newest first, and the last says that it is',
    async (limit) => {
      const desk = deskOf(await portal.signedIn('ndach', 'both'), 'ndach');
      const refs = Array.from({ length: 7 }, (_, index) => `page-${limit}-${index}`);
      for (const storeRefNo of refs) await desk.book({ storeRefNo });
      const all = (await desk.references()) ?? [];
      expect(all.slice(0, 7)).toEqual(refs.toReversed());
      const pages = await desk.pages({ limit: String(limit) });
      expect(pages.flat()).toEqual(all);
      expect(pages.map((page) => page.length)).toEqual(
        Array.from({ length: Math.ceil(all.length / limit) }, (_, page) => Math.min(limit, all.length - page * limit)),
      );
    },
  );

  test('those booked in one instant are all there, whatever the page', async () => {
    const desk = deskOf(await portal.signedIn('nfr', 'repairs'), 'nfr');
    const refs = Array.from({ length: 30 }, () => randomUUID());
    await Promise.all(refs.map((storeRefNo) => desk.book({ storeRefNo })));
    for (const query of [{}, { state: 'submitted' }]) {
      const found = (await desk.pages({ limit: '4', ...query })).flat();
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(expect.arrayContaining(refs));
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

  test('a repair leaves one state’s list for the next at once', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'repairs'));
    const [{ json: stays }, { json: goes }] = [await desk.book(), await desk.book()];
    await desk.withdraw(goes);
    expect(await desk.references({ state: 'submitted', limit: '1' })).toEqual([stays.storeRefNo]);
    expect(await desk.references({ state: 'withdrawn', limit: '1' })).toEqual([goes.storeRefNo]);
    await (
      await repairRowsOf(portal.cloud())
    ).enter('nuk', stays, { type: 'rmaAssigned', at: new Date().toISOString(), eventId: 'e1', rma: 'UK59999999' });
    expect(await desk.references({ state: 'submitted' })).not.toContain(stays.storeRefNo);
    expect(await desk.references({ state: 'registered', limit: '1' })).toEqual([stays.storeRefNo]);
  });
});

describe('by period', () => {
  // The nights in which the clocks of the region change, to the millisecond.
  const instants = {
    'sat-last': '2024-03-30T22:59:59.999Z',
    'sun-first': '2024-03-30T23:00:00.000Z',
    'sun-last': '2024-03-31T21:59:59.999Z',
    'mon-first': '2024-03-31T22:00:00.000Z',
    'autumn-first': '2024-10-26T22:00:00.000Z',
    'autumn-last': '2024-10-27T22:59:59.999Z',
    'autumn-next': '2024-10-27T23:00:00.000Z',
  };

  beforeAll(async () => {
    const rows = await repairRowsOf(portal.cloud());
    const [store] = demoStores.ndach;
    for (const [storeRefNo, createdAt] of Object.entries(instants)) {
      await rows.book({
        ...content,
        issue: 'screenDefect',
        id: randomUUID(),
        region: 'ndach',
        storeId: store.id,
        storeName: store.name,
        storeRefNo,
        createdAt,
        createdBy: 'sub',
        termsAccepted: '2024-06-06',
        version: 1,
        timeline: [{ type: 'booked', at: createdAt, by: 'repairs@ndach.example' }],
      });
    }
  });

  test.each<[Record<string, string>, string[]]>([
    [{ from: '2024-03-31', to: '2024-03-31' }, ['sun-last', 'sun-first']],
    [{ from: '2024-03-30', to: '2024-03-30' }, ['sat-last']],
    [{ from: '2024-04-01', to: '2024-04-01' }, ['mon-first']],
    [{ from: '2024-10-27', to: '2024-10-27' }, ['autumn-last', 'autumn-first']],
    [{ to: '2024-03-31' }, ['sun-last', 'sun-first', 'sat-last']],
    [{ from: '2024-10-28', to: '2024-12-31' }, ['autumn-next']],
    [
      { from: '2024-03-30', to: '2024-10-28', state: 'submitted' },
      ['autumn-next', 'autumn-last', 'autumn-first', 'mon-first', 'sun-last', 'sun-first', 'sat-last'],
    ],
    [{ from: '2024-03-30', to: '2024-10-28', state: 'quoted' }, []],
    [{ from: '2024-05-01', to: '2024-05-31' }, []],
    [{ to: '0001-01-01' }, []],
    [{ from: '9999-12-31' }, []],
  ])('%j shows the days of the region’s calendar', async (query, expected) => {
    for (const name of ['repairs', 'admin']) {
      const desk = deskOf(await portal.signedIn('ndach', name), 'ndach');
      expect((await desk.pages({ limit: '2', ...query })).flat()).toEqual(expected);
    }
  });
});

describe('searching', () => {
  test('finds by the beginning of an RMA number, a reference or a serial number, in any case', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'both'));
    const mark = randomUUID().slice(0, 8);
    const [{ json: byRma }, { json: byReference }, { json: bySerial }] = [
      await desk.book(),
      await desk.book({ storeRefNo: `${mark}-ref` }),
      await desk.book({ serialNumber: `${mark}-SER`.toUpperCase() }),
    ];
    await (
      await repairRowsOf(portal.cloud())
    ).enter('nuk', byRma, { type: 'rmaAssigned', at: new Date().toISOString(), eventId: 'e1', rma: `${mark}-RMA` });
    const all = [byRma, byReference, bySerial].map(({ storeRefNo }) => storeRefNo).toSorted();
    const found = await eventually(
      () => desk.references({ search: mark }),
      (references) => references?.length === 3,
    );
    expect(found?.toSorted()).toEqual(all);
    expect(await desk.references({ search: `${mark.toUpperCase()}-R` })).toEqual(
      expect.arrayContaining([byRma.storeRefNo, byReference.storeRefNo]),
    );
    expect(await desk.references({ search: `${mark}-ser` })).toEqual([bySerial.storeRefNo]);
    expect(await desk.references({ search: `${mark}-`, state: 'registered' })).toEqual([byRma.storeRefNo]);
    expect(await desk.references({ search: mark, to: '2024-01-01' })).toEqual([]);
    expect((await desk.pages({ search: mark, limit: '1' })).flat().toSorted()).toEqual(all);
    expect(await desk.references({ search: mark.slice(1) })).toEqual([]);

    const admin = deskOf(await portal.signedIn('nuk', 'admin'));
    expect((await admin.references({ search: mark }))?.toSorted()).toEqual(all);
    expect((await admin.references({ search: mark, storeId: 'UK-1002' }))?.toSorted()).toEqual(all);
    expect(await admin.references({ search: mark, storeId: 'UK-1001' })).toEqual([]);
  });

  test('follows a correction and a withdrawal', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'both'));
    const [before, after] = ['B', 'A'].map((letter) => `${letter}${randomUUID().slice(0, 8)}`.toUpperCase());
    const { json: booked } = await desk.book({ serialNumber: before });
    const { json: corrected } = await desk.correct(booked, { serialNumber: after });
    expect(
      await eventually(
        () => desk.references({ search: after ?? '' }),
        (found) => found?.length === 1,
      ),
    ).toEqual([booked.storeRefNo]);
    expect(
      await eventually(
        () => desk.references({ search: before ?? '' }),
        (found) => found?.length === 0,
      ),
    ).toEqual([]);
    await desk.withdraw(corrected);
    const withdrawn = await eventually(
      async () => (await desk.list({ search: after ?? '' })).json.items,
      (items) => items.length === 1 && items[0]?.state === 'withdrawn',
    );
    expect(withdrawn.map(({ id, state }) => [id, state])).toEqual([[booked.id, 'withdrawn']]);
  });

  test('a serial number finds the store’s repairs and returns of that device, however it is spelled', async () => {
    const desk = deskOf(await portal.signedIn('nuk', 'repairs'));
    const serialNumber = `S${randomUUID().slice(0, 8)}`.toUpperCase();
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
    const isWhole = ([repairs = [], returns = []]: string[][]) => repairs.length === 2 && returns.length === 1;
    expect(await eventually(() => found(admin), isWhole)).toEqual([booked, [serialNumber]]);
    expect(await found(admin, { storeId: 'UK-1002' })).toEqual([[], []]);
    // Who may not see returns sees the repairs only.
    expect(await found(desk)).toEqual([booked, []]);
    expect(await found(deskOf(await portal.signedIn('nuk', 'both')))).toEqual([[], []]);
    expect(await desk.device(' ')).toMatchObject({ status: 400, code: 'InvalidParameterException' });
  });
});
