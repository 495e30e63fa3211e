import { describe, expect, test } from '@jest/globals';
import { findRepairProductByEan } from './repair-product-by-ean.ts';
import { returnItems } from './returns.ts';

const findEan = (key: string) => returnItems.find((item) => item.key === key)?.ean ?? '';

describe('findRepairProductByEan', () => {
  test.each([
    ['switch-grey-joy-con', 'switch'],
    ['switch-oled-model-white', 'switch-oled'],
    ['switch-lite-coral', 'switch-lite'],
    ['switch-lite-dialga-and-palkia-edition', 'switch-lite-dialga-palkia'],
    ['switch-2', 'switch-2'],
    ['new-2ds-xl-white-and-orange', 'new-2ds-xl'],
    ['2ds-white-and-red', '2ds'],
  ])('finds the product of %s', (item, product) => {
    expect(findRepairProductByEan(findEan(item))).toBe(product);
  });

  test.each([
    // Its name starts with “New Nintendo 3DS”, which is a different console.
    ['a console that cannot be repaired', 'new-3ds-xl-metallic-black'],
    ['a game', 'super-mario-odyssey'],
    ['an unknown EAN', ''],
  ])('finds no product for %s', (_, item) => {
    expect(findRepairProductByEan(findEan(item))).toBeUndefined();
  });
});
