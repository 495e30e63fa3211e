import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { languages } from '#shared/config/regions.ts';
import { calculateCheckDigit } from '#shared/returns/ean.ts';
import type { ReturnItem } from './returns.ts';
import { findReturnItem, toReturnItemLabel, returnItems } from './returns.ts';
import { createItemSearch, searchReturnItems } from './search-returns.ts';

const buildItem = (number: number, en: string, de = en, fr = en): ReturnItem => {
  const digits = `95201${String(number * 1357).padStart(7, '0')}`;
  return {
    key: `item-${number}`,
    ean: digits + calculateCheckDigit(digits),
    code: `G7000${number}0A`,
    category: 'game',
    labels: { en, de, fr },
  };
};

const catalogue = [
  buildItem(1, 'Kart Racer 8 Deluxe'),
  buildItem(2, 'Kart Racer'),
  buildItem(3, 'Captain’s Mansion 3'),
  buildItem(4, 'Café Créature Scarlet', 'Café-Kreatur Karmesin', 'Créature du café Écarlate'),
  buildItem(5, 'The Thousand-Year Door', 'Die Straße vom Äonentor', 'La Porte du cœur'),
  buildItem(6, 'Brotherhood', 'Brotherhood', 'L’épopée fraternelle'),
  buildItem(7, 'Asteroid Dread'),
];
const search = createItemSearch(catalogue);
const findLabels = (text: string, language: 'en' | 'de' | 'fr') =>
  search(text, language).map((result) => toReturnItemLabel(result, language));

describe('createItemSearch', () => {
  test.each([
    ['en', 'captains mansion', 'Captain’s Mansion 3'],
    ['en', "CAPTAIN'S MANSION 3", 'Captain’s Mansion 3'],
    ['en', 'captain mansion', 'Captain’s Mansion 3'],
    ['en', 'thousand year', 'The Thousand-Year Door'],
    ['de', 'aonentor', 'Die Straße vom Äonentor'],
    ['de', 'strasse', 'Die Straße vom Äonentor'],
    ['de', 'cafe kreatur', 'Café-Kreatur Karmesin'],
    ['fr', 'ecarlate', 'Créature du café Écarlate'],
    ['fr', 'coeur', 'La Porte du cœur'],
    ['fr', 'epopee', 'L’épopée fraternelle'],
    ['fr', 'l’epopee', 'L’épopée fraternelle'],
    ['en', 'eight racer', undefined],
  ] as const)('in %s, %j finds %j', (language, text, label) =>
    expect(findLabels(text, language)).toEqual(label === undefined ? [] : [label]),
  );

  test('ranks the exact name before longer ones', () =>
    expect(findLabels('kart racer', 'en')).toEqual(['Kart Racer', 'Kart Racer 8 Deluxe']));

  test('matches word prefixes in any order', () =>
    expect(findLabels('8 rac kar', 'en')).toEqual(['Kart Racer 8 Deluxe']));

  test('ranks matches inside a word after word prefixes', () => {
    expect(findLabels('roid', 'en')).toEqual(['Asteroid Dread']);
    expect(
      createItemSearch([buildItem(1, 'Superkart'), buildItem(2, 'Go Kart')])('kart', 'en').map(({ key }) => key),
    ).toEqual(['item-2', 'item-1']);
  });

  test('ranks names in other languages last', () => {
    expect(findLabels('karmesin', 'fr')).toEqual(['Créature du café Écarlate']);
    expect(findLabels('door', 'de')).toEqual(['Die Straße vom Äonentor']);
    expect(
      createItemSearch([buildItem(1, 'Porte', 'Tor'), buildItem(2, 'Gate', 'Porte')])('porte', 'de').map(
        ({ key }) => key,
      ),
    ).toEqual(['item-2', 'item-1']);
  });

  test('returns the first items for a blank text, up to the limit', () => {
    expect(search('  ', 'en', 3)).toEqual(catalogue.slice(0, 3));
    expect(search('', 'en')).toEqual(catalogue);
    expect(search('a', 'en', 2)).toHaveLength(2);
  });

  test.each(['zzz', '***', '95201000000000000', 'kart zzz', '952', 'G70'])('%j finds nothing', (text) =>
    expect(findLabels(text, 'en')).toEqual([]),
  );
});

describe('searchReturnItems', () => {
  test('finds an item by EAN, partial EAN or code', () => {
    for (const entry of returnItems) {
      expect(searchReturnItems(entry.ean, 'de')[0]).toBe(entry);
      expect(searchReturnItems(`0${entry.ean}`, 'de')[0]).toBe(entry);
      expect(searchReturnItems(entry.code.toLowerCase(), 'fr')[0]).toBe(entry);
      expect(searchReturnItems(entry.ean.slice(-6), 'en', Infinity)).toContain(entry);
    }
  });

  test('finds every item by its name in every language', () => {
    for (const entry of returnItems) {
      for (const language of languages)
        expect(searchReturnItems(toReturnItemLabel(entry, language), language)[0]).toBe(entry);
    }
  });

  test('returns only existing items, without duplicates, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...languages), (text, language) => {
        const results = searchReturnItems(text, language);
        expect(results.length).toBeLessThanOrEqual(20);
        expect(new Set(results).size).toBe(results.length);
        for (const entry of results) expect(findReturnItem(entry.key)).toBe(entry);
      }),
      { numRuns: 1000 },
    );
  });
});
