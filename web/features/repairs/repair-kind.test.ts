import { expect, test } from 'vitest';
import { bookableProducts } from '#shared/catalogue/repairs.ts';
import { summaryWith } from '#web/testing/repair.ts';
import { repairKind } from './repair-kind.ts';

test('every product that can be booked has a pictogram', () => {
  expect(bookableProducts.filter(({ pictogram }) => pictogram === undefined)).toEqual([]);
});

test('a repair shows what is handed in: the product, or the accessories alone', () => {
  const accessories = ['pro-controller-switch-2', 'ac-adapter-switch-2'];
  expect(repairKind.pictogram(summaryWith({ product: 'switch-2', accessories }))).toBe('console');
  expect(repairKind.pictogram(summaryWith({ product: 'switch-2', accessories, isOnlyAccessories: true }))).toBe(
    'controller',
  );
  expect(repairKind.pictogram(summaryWith({ product: 'gone-since' }))).toBeUndefined();
});
