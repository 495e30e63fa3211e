import { describe, expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { languages } from '#shared/regions.ts';
import { isEan } from '#shared/returns/ean.ts';
import { namesAnother } from './names-another.ts';
import data from './return-items.json' with { type: 'json' };
import { itemCategories, returnItem, returnItemLabel, returnItems, lookUpEan } from './returns.ts';

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

const [first] = returnItems;

describe('an EAN', () => {
  test('may be scanned as a GTIN-14, and typed with spaces and hyphens', () => {
    const ean = first?.ean ?? '';
    for (const text of [`0${ean}`, ` ${ean} `, `${ean.slice(0, 1)}-${ean.slice(1, 7)} ${ean.slice(7)}`])
      expect(lookUpEan(text)).toEqual({ item: first });
  });

  test.each([
    ['XKW10012345678', 'eanMalformed'],
    ['9520001000073', 'eanCheckDigit'],
    ['6291041500213', 'eanUnknown'],
  ])('%j is none: %s', (text, problem) => {
    expect(lookUpEan(text)).toEqual({ problem });
  });
});

test('no product’s own name, in any language, names another', () => {
  const wrong = returnItems.filter((item) =>
    languages.some((language) => namesAnother(returnItemLabel(item, language), item.key)),
  );
  expect(wrong).toEqual([]);
});

test.each(['The Legend of Zelda', 'Mario Kart World', 'SUPER MARIO BROS WONDER', 'Zelda, gebraucht', 'Pokemon Rouge'])(
  '%j names another product than Super Mario Odyssey',
  (description) => expect(namesAnother(description, 'super-mario-odyssey')).toBe(true),
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
])('%j does not', (description) => expect(namesAnother(description, 'super-mario-odyssey')).toBe(false));

test('what is not in the catalogue is nobody’s', () => expect(namesAnother('Zelda', 'no-such-product')).toBe(false));
