import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { languages } from '#shared/config/regions.ts';
import { isEan } from '#shared/returns/ean.ts';
import { mentionsOtherProduct } from './product-mentions.ts';
import data from './return-items.json' with { type: 'json' };
import { itemCategories, findReturnItem, toReturnItemLabel, returnItems, lookUpEan } from './returns.ts';

const findDuplicates = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('the catalogue of returns', () => {
  test('contains about 280 games, consoles, bundles and accessories', () => {
    expect(new Set(returnItems.map(({ category }) => category))).toEqual(new Set(itemCategories));
    expect(returnItems.length).toBeGreaterThanOrEqual(250);
  });

  test('has unique keys, EANs and codes, and valid keys', () => {
    for (const name of ['key', 'ean', 'code'] as const)
      expect(findDuplicates(returnItems.map((item) => item[name]))).toEqual([]);
    for (const { key } of returnItems) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(key.length).toBeLessThanOrEqual(limits.text.catalogueKey);
    }
  });

  test('has EANs with valid check digits', () => {
    expect(returnItems.filter(({ ean }) => !isEan(ean))).toEqual([]);
  });

  test('marks the catalogue as a sample while it has demonstration EANs', () => {
    const hasDemonstrationEan = returnItems.some(({ ean }) => ean.startsWith('952'));
    expect('sample' in data && data.sample).toBe(hasDemonstrationEan);
  });

  test.each(languages)('has a distinct %s label for every item', (language) => {
    const labels = returnItems.map((item) => toReturnItemLabel(item, language));
    expect(labels.filter((label) => label === '' || label !== label.trim())).toEqual([]);
    expect(findDuplicates(labels)).toEqual([]);
  });
});

describe('findReturnItem', () => {
  const [item] = returnItems;
  const { key } = item ?? { key: '' };

  test('finds an item by its key', () => {
    expect(findReturnItem(key)).toBe(item);
    expect(findReturnItem('nothing-known')).toBeUndefined();
    expect(findReturnItem('__proto__')).toBeUndefined();
  });
});

const [firstItem] = returnItems;

describe('lookUpEan', () => {
  test('accepts a GTIN-14, spaces and hyphens', () => {
    const ean = firstItem?.ean ?? '';
    for (const text of [`0${ean}`, ` ${ean} `, `${ean.slice(0, 1)}-${ean.slice(1, 7)} ${ean.slice(7)}`])
      expect(lookUpEan(text)).toEqual({ item: firstItem });
  });

  test.each([
    ['XKW10012345678', 'eanMalformed'],
    ['9520001000073', 'eanCheckDigit'],
    ['6291041500213', 'eanUnknown'],
  ])('rejects %j: %s', (text, problem) => {
    expect(lookUpEan(text)).toEqual({ problem });
  });
});

test('mentionsOtherProduct returns false for every name of the product itself', () => {
  const selfMatches = returnItems.filter((item) =>
    languages.some((language) => mentionsOtherProduct(toReturnItemLabel(item, language), item.key)),
  );
  expect(selfMatches).toEqual([]);
});

test.each(['The Legend of Zelda', 'Mario Kart World', 'SUPER MARIO BROS WONDER', 'Zelda, gebraucht', 'Pokemon Rouge'])(
  'mentionsOtherProduct returns true for the product Super Mario Odyssey with the description %j',
  (description) => expect(mentionsOtherProduct(description, 'super-mario-odyssey')).toBe(true),
);

test.each([
  'Super Mario Odyssey',
  'mario odyssey NSW',
  'SMO',
  'Spiel und Hülle',
  'jeu avec boîte',
  'Odyssey',
  '',
  'Nr. 12',
])('mentionsOtherProduct returns false for the product Super Mario Odyssey with the description %j', (description) =>
  expect(mentionsOtherProduct(description, 'super-mario-odyssey')).toBe(false),
);

test('mentionsOtherProduct returns false for an unknown product', () =>
  expect(mentionsOtherProduct('Zelda', 'no-such-product')).toBe(false));
