import { describe, expect, test } from '@jest/globals';
import type { RepairContent } from './content.ts';
import { contentOf, isSameContent } from './content.ts';

const content: RepairContent = {
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: ['a', 'b'],
  issue: 'screenDefect',
  serialNumber: 'X1',
  purchaseDate: '2026-01-01',
  detailedDescription: 'Does not switch on.',
};

describe('what a store says of a repair', () => {
  test.each<[string, Partial<RepairContent>]>([
    ['product', { product: 'switch' }],
    ['flag', { isOnlyAccessories: true }],
    ['accessories', { accessories: ['b', 'a'] }],
    ['issue', { issue: 'waterDamage' }],
    ['serial number', { serialNumber: 'X2' }],
    ['purchase date', { purchaseDate: '2026-01-02' }],
    ['description', { detailedDescription: '' }],
  ])('differs with its %s', (_, change) => {
    expect(isSameContent(content, { ...content, ...change })).toBe(false);
  });

  test('is the same in any order of fields, whatever else there is', () => {
    const turned = { rma: 'R', ...Object.fromEntries(Object.entries(content).toReversed()), ...content };
    expect(isSameContent(content, turned)).toBe(true);
    expect(contentOf(turned)).toEqual(content);
  });

  test('of a catalogue that has changed since is still content', () => {
    expect(contentOf({ ...content, product: 'gone' }).product).toBe('gone');
  });
});
