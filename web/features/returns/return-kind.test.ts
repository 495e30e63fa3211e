import { expect, test } from 'vitest';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { summaryWith } from '#web/testing/return.ts';
import { returnKind } from './return-kind.ts';

const productOf = (category: ReturnItem['category']) =>
  returnItems.find((item) => item.category === category)?.key ?? '';

test.each([
  ['game', 'game'],
  ['console', 'console'],
  ['bundle', 'console'],
  ['accessory', 'accessory'],
] as const)('a return of a %s shows a %s', (category, pictogram) => {
  expect(returnKind.pictogram(summaryWith({ products: [productOf(category), 'gone-since'] }))).toBe(pictogram);
});

test('a product that the catalogue has lost shows none', () => {
  expect(returnKind.pictogram(summaryWith({ products: ['gone-since'] }))).toBeUndefined();
});
