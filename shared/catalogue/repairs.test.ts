import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { languages } from '#shared/regions.ts';
import data from './repair-products.json' with { type: 'json' };
import { accessoriesOf, accessory, bookableProducts, isAccessoryOf, isBookable, repairProduct } from './repairs.ts';

const { products, accessories } = data;
const entries = [...products, ...accessories];
const fitting = products.flatMap((product) => product.accessories);

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

describe('the repair catalogue', () => {
  test('names every product of the specification', () => {
    expect(products.map((product) => product.key)).toEqual([
      'switch',
      'switch-oled',
      'switch-lite',
      'switch-lite-dialga-palkia',
      'switch-2',
      'new-2ds-xl',
      '2ds',
      'new-3ds',
      '3ds',
      'classic-mini-nes',
      'classic-mini-snes',
      'game-watch-super-mario-bros',
      'mario-kart-live-mario',
      'mario-kart-live-luigi',
      'wii-u',
    ]);
  });

  test('uses no key twice, and keys that a booking accepts', () => {
    expect(repeated(entries.map((entry) => entry.key))).toEqual([]);
    for (const { key } of entries) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(key.length).toBeLessThanOrEqual(limits.text.catalogueKey);
    }
  });

  test('uses no code twice', () => {
    expect(repeated(entries.map((entry) => entry.code))).toEqual([]);
  });

  test('gives Switch 2 the code of the specification, which is no example', () => {
    expect(entries.find(({ key }) => key === 'switch-2')).toMatchObject({ code: 'R10015838A' });
    expect(entries.find(({ key }) => key === 'switch-2')).not.toHaveProperty('sample');
  });

  test.each(languages)('labels every entry in %s, each differently', (language) => {
    const labels = entries.map((entry) => entry.labels[language]);
    expect(labels.filter((label) => label === '' || label !== label.trim())).toEqual([]);
    expect(repeated(labels)).toEqual([]);
  });

  test('lists only accessories that exist, none twice for a product', () => {
    expect(fitting.filter((key) => !accessory(key))).toEqual([]);
    for (const product of products) expect(repeated(product.accessories)).toEqual([]);
  });

  test('has no accessory that fits nothing', () => {
    expect(accessories.filter(({ key }) => !fitting.includes(key))).toEqual([]);
  });
});

test('every serial number pattern describes the whole number', () => {
  const patterns = bookableProducts.flatMap(({ serialNumber }) => serialNumber?.pattern ?? []);
  expect(patterns.length).toBeGreaterThanOrEqual(8);
  for (const pattern of patterns) expect(pattern).toMatch(/^\^.+\$$/);
});

test('Switch and Switch OLED share about 60 accessories', () => {
  const shared = accessoriesOf('switch').filter(({ key }) => isAccessoryOf(key, 'switch-oled'));
  expect(shared.length).toBeGreaterThanOrEqual(55);
  expect(shared.length).toBeLessThanOrEqual(65);
});

test('Switch 2 has a set of its own', () => {
  const others = products.filter(({ key }) => key !== 'switch-2').flatMap((product) => product.accessories);
  expect(accessoriesOf('switch-2').length).toBeGreaterThanOrEqual(15);
  expect(accessoriesOf('switch-2').filter(({ key }) => others.includes(key))).toEqual([]);
});

test('Wii U is a label only, everything else can be booked', () => {
  expect(repairProduct('wii-u')?.labels.en).toBe('Wii U');
  expect(isBookable('wii-u')).toBe(false);
  expect(bookableProducts).toHaveLength(products.length - 1);
});

test('every product that can be booked has accessories', () => {
  expect(bookableProducts.filter((product) => accessoriesOf(product.key).length === 0)).toEqual([]);
});

test('an accessory belongs to the products it fits', () => {
  expect(isAccessoryOf('dock-switch', 'switch')).toBe(true);
  expect(isAccessoryOf('dock-switch', 'switch-oled')).toBe(true);
  expect(isAccessoryOf('dock-switch', 'switch-lite')).toBe(false);
  expect(isAccessoryOf('dock-switch', 'wii-u')).toBe(false);
  expect(isAccessoryOf('dock-switch', 'nothing-known')).toBe(false);
  expect(isAccessoryOf('nothing-known', 'switch')).toBe(false);
});
