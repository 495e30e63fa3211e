import { describe, expect, test } from '@jest/globals';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { cellText } from './cell-text.ts';

describe('what a cell says', () => {
  test.each<[string, Cell, string]>([
    ['text, without what surrounds it', ' Dock \n', 'Dock'],
    ['nothing', null, ''],
    ['a number, with all its digits', 9_520_001_000_072, '9520001000072'],
    ['yes', true, 'yes'],
    ['no', false, 'no'],
    ['the result of a formula', { kind: 'formula', shown: 'dock' }, 'dock'],
    ['nothing of a formula without a result', { kind: 'formula' }, ''],
  ])('%s', (_, cell, text) => expect(cellText(cell)).toEqual({ text }));

  test.each<[string, Cell, RegExp]>([
    ['a date', { kind: 'date', date: '2026-03-01' }, /has become a date/],
    ['an error', { kind: 'error', text: '#REF!' }, /#REF!/],
    ['the error of a formula', { kind: 'formula', shown: '#N/A' }, /#N\/A/],
    ['a number that Excel has rounded', 95_200_010_000_720_000, /more digits/],
    ['a number that shows as another', { kind: 'formatted', value: 100_000 }, /another number/],
    ['more than a cell can hold', { kind: 'long', begin: 'x' }, /longer/],
  ])('isn’t known of %s', (_, cell, reason) =>
    expect(cellText(cell)).toEqual({ wrong: expect.stringMatching(reason) }),
  );
});
