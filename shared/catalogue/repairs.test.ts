import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { languages } from '#shared/config/regions.ts';
import data from './repair-products.json' with { type: 'json' };
import {
  findAccessories,
  findAccessory,
  bookableProducts,
  isCompatibleAccessory,
  isBookable,
  findRepairProduct,
} from './repairs.ts';

const { products, accessories } = data;
const entries = [...products, ...accessories];
const compatibleKeys = products.flatMap((product) => product.accessories);

const findDuplicates = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('the repair catalogue', () => {
  test('contains every product of the specification', () => {
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

  test('has unique keys that a booking accepts', () => {
    expect(findDuplicates(entries.map((entry) => entry.key))).toEqual([]);
    for (const { key } of entries) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(key.length).toBeLessThanOrEqual(limits.text.catalogueKey);
    }
  });

  test('has unique codes', () => {
    expect(findDuplicates(entries.map((entry) => entry.code))).toEqual([]);
  });

  test('has the specified code for Switch 2, not a placeholder', () => {
    expect(entries.find(({ key }) => key === 'switch-2')).toMatchObject({ code: 'R10015838A' });
    expect(entries.find(({ key }) => key === 'switch-2')).not.toHaveProperty('sample');
  });

  test.each(languages)('has a distinct %s label for every entry', (language) => {
    const labels = entries.map((entry) => entry.labels[language]);
    expect(labels.filter((label) => label === '' || label !== label.trim())).toEqual([]);
    expect(findDuplicates(labels)).toEqual([]);
  });

  test('lists only existing accessories, each once per product', () => {
    expect(compatibleKeys.filter((key) => !findAccessory(key))).toEqual([]);
    for (const product of products) expect(findDuplicates(product.accessories)).toEqual([]);
  });

  test('has no accessory without a product', () => {
    expect(accessories.filter(({ key }) => !compatibleKeys.includes(key))).toEqual([]);
  });
});

test('anchors every serial number pattern at both ends', () => {
  const patterns = bookableProducts.flatMap(({ serialNumber }) => serialNumber?.pattern ?? []);
  expect(patterns.length).toBeGreaterThanOrEqual(8);
  for (const pattern of patterns) expect(pattern).toMatch(/^\^.+\$$/);
});

test('shares about 60 accessories between Switch and Switch OLED', () => {
  const sharedAccessories = findAccessories('switch').filter(({ key }) => isCompatibleAccessory(key, 'switch-oled'));
  expect(sharedAccessories.length).toBeGreaterThanOrEqual(55);
  expect(sharedAccessories.length).toBeLessThanOrEqual(65);
});

test('shares no accessory of Switch 2 with other products', () => {
  const otherAccessories = products.filter(({ key }) => key !== 'switch-2').flatMap((product) => product.accessories);
  expect(findAccessories('switch-2').length).toBeGreaterThanOrEqual(15);
  expect(findAccessories('switch-2').filter(({ key }) => otherAccessories.includes(key))).toEqual([]);
});

test('offers every product for booking except Wii U', () => {
  expect(findRepairProduct('wii-u')?.labels.en).toBe('Wii U');
  expect(isBookable('wii-u')).toBe(false);
  expect(bookableProducts).toHaveLength(products.length - 1);
});

test('has accessories for every bookable product', () => {
  expect(bookableProducts.filter((product) => findAccessories(product.key).length === 0)).toEqual([]);
});

test('isCompatibleAccessory is true only for a known accessory that fits the product', () => {
  expect(isCompatibleAccessory('dock-switch', 'switch')).toBe(true);
  expect(isCompatibleAccessory('dock-switch', 'switch-oled')).toBe(true);
  expect(isCompatibleAccessory('dock-switch', 'switch-lite')).toBe(false);
  expect(isCompatibleAccessory('dock-switch', 'wii-u')).toBe(false);
  expect(isCompatibleAccessory('dock-switch', 'nothing-known')).toBe(false);
  expect(isCompatibleAccessory('nothing-known', 'switch')).toBe(false);
});
