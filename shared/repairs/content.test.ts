import { describe, expect, test } from '@jest/globals';
import { buildRepairContent } from '#shared/testing/repair.ts';
import type { RepairContent } from './content.ts';
import { pickRepairContent, isSameContent } from './content.ts';

const content = buildRepairContent({
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: ['a', 'b'],
  issue: 'screenDefect',
  serialNumber: 'X1',
  purchaseDate: '2026-01-01',
  detailedDescription: 'Does not switch on.',
});

describe('repair content', () => {
  test.each<[string, Partial<RepairContent>]>([
    ['product', { product: 'switch' }],
    ['accessories-only flag', { isOnlyAccessories: true }],
    ['accessories', { accessories: ['b', 'a'] }],
    ['issue', { issue: 'waterDamage' }],
    ['serial number', { serialNumber: 'X2' }],
    ['purchase date', { purchaseDate: '2026-01-02' }],
    ['description', { detailedDescription: '' }],
  ])('differs if the %s differs', (_, change) => {
    expect(isSameContent(content, { ...content, ...change })).toBe(false);
  });

  test('is equal regardless of field order and other properties', () => {
    const reorderedContent = { rma: 'R', ...Object.fromEntries(Object.entries(content).toReversed()), ...content };
    expect(isSameContent(content, reorderedContent)).toBe(true);
    expect(pickRepairContent(reorderedContent)).toEqual(content);
  });

  test('may contain products that are no longer in the catalogue', () => {
    expect(pickRepairContent({ ...content, product: 'gone' }).product).toBe('gone');
  });
});
