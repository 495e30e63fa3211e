import { describe, expect, test } from '@jest/globals';
import type { CellValue } from 'exceljs';
import { cellText } from './cell-text.ts';

const link = (text: unknown) => ({ text, hyperlink: 'https://shop.example' }) as CellValue;

describe('what a cell says', () => {
  test.each<[string, CellValue | undefined, string]>([
    ['text, without what surrounds it', ' Dock \n', 'Dock'],
    ['nothing', null, ''],
    ['nothing at all', undefined, ''],
    ['a number, with all its digits', 9_520_001_000_072, '9520001000072'],
    ['yes', true, 'yes'],
    ['no', false, 'no'],
    ['rich text', { richText: [{ text: 'Pro ' }, { text: 'Controller' }] }, 'Pro Controller'],
    ['a link', link('Dock'), 'Dock'],
    ['a link in rich text', link({ richText: [{ text: 'Do' }, { text: 'ck' }] }), 'Dock'],
    ['the result of a formula', { formula: 'A1&B1', result: 'dock' }, 'dock'],
    ['the result of a shared formula', { sharedFormula: 'A1', result: 7 }, '7'],
    ['nothing of a formula without a result', { formula: 'A1' }, ''],
  ])('%s', (_, value, text) => expect(cellText(value)).toEqual({ text }));

  test.each<[string, CellValue, RegExp]>([
    ['a date', new Date('2026-03-01'), /has become a date/],
    ['an error', { error: '#REF!' }, /#REF!/],
    ['the error of a formula', { formula: 'A1', result: { error: '#N/A' } }, /#N\/A/],
    ['a number that Excel has rounded', 95_200_010_000_720_000, /more digits/],
  ])('isn’t known of %s', (_, value, reason) =>
    expect(cellText(value)).toEqual({ wrong: expect.stringMatching(reason) }),
  );
});
