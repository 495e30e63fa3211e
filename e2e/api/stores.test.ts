import { describe, expect, test } from '@jest/globals';
import { demoAccounts, demoStores } from '#scripts/demo/accounts.ts';
import { regionIds } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { portalForTests } from './portal.ts';

const portal = portalForTests();
const { listStores, ownStore } = routes.stores;

describe('the stores of a region', () => {
  test.each(regionIds)('%s: an admin sees each once, by id, and no other region’s', async (region) => {
    const browser = await portal.signedIn(region, 'admin');
    const { status, json } = await browser.send(listStores, region);
    const expected = demoStores[region]
      .map(({ id, name }) => ({ storeId: id, storeName: name }))
      .toSorted((one, other) => (one.storeId < other.storeId ? -1 : 1));
    expect([status, json]).toEqual([200, { items: expected }]);
  });

  test('staff have no business there', async () => {
    const browser = await portal.signedIn('nuk', 'both');
    expect(await browser.send(listStores, 'nuk')).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  });

  test('nothing more can be asked', async () => {
    const browser = await portal.signedIn('nuk', 'admin');
    expect(await browser.send(listStores, 'nuk', { query: { region: 'nfr' } })).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
    });
    expect(await browser.send(listStores, 'nuk', { query: { search: 'UK' } })).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
    });
  });
});

describe('the own store', () => {
  test.each([
    ['nuk', 'repairs'],
    ['nuk', 'returns'],
    ['ndach', 'both'],
    ['nfr', 'admin'],
  ] as const)('%s: %s is told that of the user record', async (region, name) => {
    const browser = await portal.signedIn(region, name);
    const account = demoAccounts.find(({ email }) => email === `${name}@${region}.example`);
    const { status, json } = await browser.send(ownStore, region);
    expect([status, json]).toEqual([200, { storeId: account?.store.id, storeName: account?.store.name }]);
  });

  test('no other can be asked for', async () => {
    const browser = await portal.signedIn('nuk', 'returns');
    expect(await browser.send(ownStore, 'nuk', { query: { storeId: 'UK-0001' } })).toMatchObject({
      status: 400,
      code: 'InvalidParameterException',
    });
  });
});
