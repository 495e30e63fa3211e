import { expect, test } from 'vitest';
import { keyOfOption, searchableOption } from './searchable-options.ts';

const option = searchableOption({ key: 'poke', label: 'Genève – Édition Pokémon : Écarlate', codes: ['A10000037A'] });

test.each(['Geneve', 'Edition Pokemon', 'Geneve Edition Pokemon Ecarlate', 'A10000037A'])(
  'it is found as %s',
  (typed) => {
    expect(option.value.toLowerCase()).toContain(typed.toLowerCase());
  },
);

test('it shows its label only, and stands for its key', () => {
  expect(Object.keys(option)).toEqual(['value', 'label']);
  expect(option.label).toBe('Genève – Édition Pokémon : Écarlate');
  expect(keyOfOption(option)).toBe('poke');
  expect(keyOfOption({})).toBe('');
});
