import { expect, test, vi } from 'vitest';
import type { Prefix } from '#shared/config/regions.ts';
import { loadTexts } from './load-texts.ts';

vi.mock('#shared/config/regions.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#shared/config/regions.ts')>();
  return { ...original, prefixes: { ...original.prefixes, AT: { locale: 'de-AT', language: 'de' } } };
});

test('keeps the formats of two prefixes with the same language apart', async () => {
  const german = await loadTexts('DE');
  const austrian = await loadTexts('AT' as Prefix);
  expect([german, austrian].map(({ formatLongDate }) => formatLongDate('2027-01-02'))).toEqual([
    '2. Januar 2027',
    '2. Jänner 2027',
  ]);
  expect(await loadTexts('DE')).toBe(german);
});
