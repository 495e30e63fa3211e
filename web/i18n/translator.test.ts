import { describe, expect, test } from 'vitest';
import { createStaticTranslator } from '#web/static/translator.ts';
import type { TextKey } from './i18n.ts';
import { createTranslator } from './translator.ts';

const texts = {
  greeting: 'Hello {name}, {name}!',
  rows_one: '{count} row of {store}',
  rows_other: '{count} rows of {store}',
  deep: { er: { text: 'Found' } },
};

// Prerendered pages translate without i18next, so both translators must behave the same.
describe.each([
  ['the application', createTranslator],
  ['a prerendered page', createStaticTranslator],
])('the translator of %s', (_, create) => {
  const translate = (key: string, values?: Readonly<Record<string, string | number>>, language: 'en' | 'fr' = 'en') =>
    create(texts, language)(key as TextKey, values);

  test('inserts values verbatim', () => {
    expect(translate('greeting', { name: '$& {count} $t(rows_one)' })).toBe(
      'Hello $& {count} $t(rows_one), $& {count} $t(rows_one)!',
    );
    expect(translate('deep.er.text')).toBe('Found');
  });

  test('chooses the plural form by count and language', () => {
    expect(translate('rows', { count: 1, store: 'UK1' })).toBe('1 row of UK1');
    expect(translate('rows', { count: 0, store: 'UK1' })).toBe('0 rows of UK1');
    expect(translate('rows', { count: 0, store: 'UK1' }, 'fr')).toBe('0 row of UK1');
  });

  test('ignores a textual count and returns unknown keys', () => {
    expect(translate('greeting', { name: 'Ada', count: '1' })).toBe('Hello Ada, Ada!');
    expect([translate('nowhere'), translate('deep.nowhere')]).toEqual(['nowhere', 'deep.nowhere']);
  });
});
