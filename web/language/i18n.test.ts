import { expect, test } from 'vitest';
import { translator } from './i18n.ts';
import type { TextKey } from './i18n.ts';

const texts = {
  greeting: 'Hello {name}, {name}!',
  rows_one: '{count} row of {store}',
  rows_other: '{count} rows of {store}',
  deep: { er: { text: 'Found' } },
};

const say = (key: string, values?: Readonly<Record<string, string | number>>, language: 'en' | 'fr' = 'en') =>
  translator(texts, language)(key as TextKey, values);

test('values stand where the text names them, as they are', () => {
  expect(say('greeting', { name: '$& {count} $t(rows_one)' })).toBe(
    'Hello $& {count} $t(rows_one), $& {count} $t(rows_one)!',
  );
  expect(say('deep.er.text')).toBe('Found');
});

test('a count chooses the plural of the language', () => {
  expect(say('rows', { count: 1, store: 'UK1' })).toBe('1 row of UK1');
  expect(say('rows', { count: 0, store: 'UK1' })).toBe('0 rows of UK1');
  expect(say('rows', { count: 0, store: 'UK1' }, 'fr')).toBe('0 row of UK1');
});

test('a number in words chooses none, and what is no text is said as it is', () => {
  expect(say('greeting', { name: 'Ada', count: '1' })).toBe('Hello Ada, Ada!');
  expect([say('nowhere'), say('deep.nowhere')]).toEqual(['nowhere', 'deep.nowhere']);
});
