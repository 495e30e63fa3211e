import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { languages } from '#shared/regions.ts';
import { isEan } from '#shared/returns/ean.ts';
import data from './return-items.json' with { type: 'json' };
import { itemCategories, returnItem, returnItemLabel, returnItems } from './returns.ts';

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

describe('the catalogue of returns', () => {
  test('holds games, consoles, bundles and accessories, about 280 in all', () => {
    expect(new Set(returnItems.map(({ category }) => category))).toEqual(new Set(itemCategories));
    expect(returnItems.length).toBeGreaterThanOrEqual(250);
  });

  test('uses no key, EAN or code twice, and keys that a booking accepts', () => {
    for (const name of ['key', 'ean', 'code'] as const)
      expect(repeated(returnItems.map((item) => item[name]))).toEqual([]);
    for (const { key } of returnItems) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(key.length).toBeLessThanOrEqual(limits.text.catalogueKey);
    }
  });

  test('has EANs with valid check digits', () => {
    expect(returnItems.filter(({ ean }) => !isEan(ean))).toEqual([]);
  });

  test('says of demonstration EANs that they are examples', () => {
    const demonstrated = returnItems.some(({ ean }) => ean.startsWith('952'));
    expect('sample' in data && data.sample).toBe(demonstrated);
  });

  test.each(languages)('labels every item in %s, each differently', (language) => {
    const labels = returnItems.map((item) => returnItemLabel(item, language));
    expect(labels.filter((label) => label === '' || label !== label.trim())).toEqual([]);
    expect(repeated(labels)).toEqual([]);
  });
});

describe('looking an item up', () => {
  const [item] = returnItems;
  const { key } = item ?? { key: '' };

  test('by key', () => {
    expect(returnItem(key)).toBe(item);
    expect(returnItem('nothing-known')).toBeUndefined();
    expect(returnItem('__proto__')).toBeUndefined();
  });
});
