import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readBoolean } from '#lambdas/functions/user-files/rows/parse-users.ts';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import { toCells, context, buildCsv, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import { reportOn } from '#lambdas/testing/files/report-on.ts';
import { findReturnItem, toReturnItemLabel } from '#shared/catalogue/returns.ts';
import { calculateCheckDigit } from '#shared/returns/ean.ts';
import { findColumn } from '#shared/returns/file/columns.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { reportOnTable } from './lines/build-report.ts';

/** Reports on a text file of two lines with the same text in one column. */
const reportOnText = async (column: FileColumn, text: string) => {
  const rows = buildGoodLines(2).map((line) => toCells({ ...line, storeRefNo: 'R-1', [column]: text }));
  return reportOnTable(await readTable(Buffer.from(buildCsv([headers, ...rows]))), context);
};

const createLineReader = (column: 'purchaseDate' | 'ean' | 'serialNumber') => async (text: string) => {
  const report = await reportOnText(column, text);
  return report.outcome === 'read' ? report.accepted[0]?.[column] : undefined;
};

const readDescription = async (text: string) => {
  const report = await reportOnText('productDescription', text);
  const line = report.outcome === 'read' ? report.accepted[0] : undefined;
  const item = line && findReturnItem(line.product);
  return item && line.productDescription !== toReturnItemLabel(item, 'en') ? line.productDescription : undefined;
};

/** Readers by the kind of value in the table of docs/files.md. They return undefined if a value isn't accepted. */
const readers: Readonly<Record<string, (text: string) => Promise<string | undefined>>> = {
  date: createLineReader('purchaseDate'),
  EAN: createLineReader('ean'),
  'serial number': createLineReader('serialNumber'),
  reference: async (text) => {
    const report = await reportOnText('storeRefNo', text);
    return report.outcome === 'read' ? report.storeRefNo || undefined : undefined;
  },
  description: readDescription,
  store: async (text) => {
    const report = await reportOnText('storeId', text);
    return report.outcome === 'read' ? report.storeId : undefined;
  },
  'truth value': async (text) => {
    const result = readBoolean(text);
    return 'value' in result ? String(result.value) : undefined;
  },
  heading: async (text) => (findColumn(text) === 'ean' ? 'ean code' : undefined),
};

const document = readFileSync(join(import.meta.dirname, '../../../docs/files.md'), 'utf8');
const listCodes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Rows of the table “What is read how”, with the kind of value, the value, and its accepted and rejected spellings. */
const documentedRows = (document.split('## What is read how')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [, name = '', acceptedCell, rejectedCell] = line.split('|');
    return {
      name: name.split('`')[0]?.trim() ?? '',
      value: listCodes(name)[0] ?? '',
      acceptedTexts: listCodes(acceptedCell),
      rejectedTexts: listCodes(rejectedCell),
    };
  });

describe('the table of docs/files.md', () => {
  test('names every kind of value', () => expect(documentedRows.map(({ name }) => name)).toEqual(Object.keys(readers)));

  test.each(documentedRows)(
    'matches how $name $value is read',
    async ({ name, value, acceptedTexts, rejectedTexts }) => {
      expect([acceptedTexts.length > 0, rejectedTexts.length > 0]).toEqual([true, true]);
      for (const text of [value, ...acceptedTexts]) expect([text, await readers[name]?.(text)]).toEqual([text, value]);
      for (const text of rejectedTexts) expect([text, await readers[name]?.(text)]).toEqual([text, undefined]);
    },
  );
});

/** Returns the accepted value of a column if its cell in row 3, the second of four lines, is replaced by `cell`. */
const readAcceptedValue = (column: 'ean' | 'serialNumber' | 'purchaseDate', cell: Cell) => {
  const report = reportOn({ [column]: cell });
  return report.outcome === 'read' ? report.accepted.find(({ row }) => row === 3)?.[column] : undefined;
};

const digitString = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const groupDigits = (text: string, separator: string) => text.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
const toFullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfe_e0));

/** Ways in which a code may be copied: as it is, with spaces, marks or invisible characters, or in full-width characters. */
const copyForms: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => ` ${code}\u00A0`,
  (code) => `*${code}*`,
  (code) => `"${code}"`,
  (code) => `'${code}`,
  (code) => `‘${code}’`,
  (code) => `\u200B${code}\uFEFF`,
  toFullWidth,
];

const eanForms: readonly ((ean: string) => Cell)[] = [
  ...['.', ',', "'", '’', ' ', '\u00A0', '\u202F'].map((separator) => (ean: string) => groupDigits(ean, separator)),
  ...['.0', ',00', '.000'].map((fraction) => (ean: string) => `${ean}${fraction}`),
  (ean) => `${groupDigits(ean, '.')},00`,
  (ean) => `${groupDigits(ean, ',')}.00`,
  (ean) => ean.split('').join(' '),
  (ean) => `${ean.slice(0, 1)}‐${ean.slice(1, 7)}–${ean.slice(7)}`,
  (ean) => `(01)0${ean}`,
  (ean) => `(01) 0${ean} (21) XKW1`,
  (ean) => `010${ean}`,
  (ean) => `010${ean}21XKW1\u001D10AB`,
  (ean) => `]E0${ean}`,
  (ean) => `]d2010${ean}`,
  (ean) => `EAN: ${ean}`,
  (ean) => `EAN-13 ${ean}`,
  (ean) => `gtin 0${ean}`,
  (ean) => String(Number(ean)),
  (ean) => Number(ean),
  (ean) => ({ kind: 'formatted', value: Number(ean) }),
];

const catalogueEan = fc.constantFrom(...buildGoodLines(200).map(({ ean }) => ean));
const anyOf = <Form>(forms: readonly Form[]) => fc.constantFrom(...forms);

describe('reportOnTable', () => {
  test('reads an EAN of the catalogue in every form', () =>
    fc.assert(
      fc.property(catalogueEan, anyOf(eanForms), anyOf(copyForms), (ean, form, copyForm) => {
        const cell = form(ean);
        expect([cell, readAcceptedValue('ean', cell)]).toEqual([cell, ean]);
        expect(readAcceptedValue('ean', copyForm(ean))).toBe(ean);
      }),
      { numRuns: 500 },
    ));

  test('rejects an EAN with a wrong digit in every form', () =>
    fc.assert(
      fc.property(
        catalogueEan,
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        anyOf(eanForms),
        anyOf(copyForms),
        (ean, position, increment, form, copyForm) => {
          const wrongEan =
            ean.slice(0, position) + ((Number(ean[position]) + increment) % 10) + ean.slice(position + 1);
          const cell = form(wrongEan);
          expect(readAcceptedValue('ean', typeof cell === 'string' ? copyForm(cell) : cell)).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    ));

  test('never reads a different EAN because of surrounding characters', () =>
    fc.assert(
      fc.property(catalogueEan, fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), (ean, before, after) => {
        expect([undefined, ean]).toContain(readAcceptedValue('ean', `${before}${ean}${after}`));
      }),
      { numRuns: 1000 },
    ));

  const serialForms: readonly ((serial: string) => string)[] = [
    ...copyForms,
    (serial) => serial.toLowerCase(),
    (serial) => serial.replaceAll(/(.{3})/g, '$1 '),
    (serial) => `S/N: ${serial}`,
    (serial) => `S/N${serial}`,
    (serial) => `SN: ${serial}`,
    (serial) => `Serial number: ${serial}`,
    (serial) => `Serien-Nr.: ${serial}`,
    (serial) => `Numéro de série\u00A0: ${serial}`,
    (serial) => `]C0${serial}`,
    (serial) => `(21)${serial}`,
    (serial) => `(01)09520001000072(21)${serial}`,
  ];
  const serials = fc.tuple(fc.stringMatching(/^[A-Z]{2,3}$/), digitString(9)).map((parts) => parts.join(''));

  test('reads a serial number in every form', () =>
    fc.assert(
      fc.property(serials, anyOf(serialForms), (serial, form) => {
        expect([form(serial), readAcceptedValue('serialNumber', form(serial))]).toEqual([form(serial), serial]);
      }),
      { numRuns: 500 },
    ));

  test('does not accept a serial number scanned twice or with another', () =>
    fc.assert(
      fc.property(serials, serials, fc.constantFrom('', ' ', '-'), (first, second, between) => {
        expect(readAcceptedValue('serialNumber', `${first}${between}${first}`)).toBeUndefined();
        expect(readAcceptedValue('serialNumber', `${first}${between}${second}`)).toBeUndefined();
      }),
    ));

  test('does not accept a product bar code as a serial number', () =>
    fc.assert(
      fc.property(digitString(12), anyOf(copyForms), (suffix, copyForm) => {
        const ean = `9${suffix.slice(1)}${calculateCheckDigit(`9${suffix.slice(1)}`)}`;
        for (const code of [ean, `0${ean}`, `010${ean}21XKW10000001`])
          expect([code, readAcceptedValue('serialNumber', copyForm(code))]).toEqual([code, undefined]);
      }),
    ));

  const dateForms: readonly ((year: string, month: string, day: string) => Cell)[] = [
    (year, month, day) => `${day}/${month}/${year}`,
    (year, month, day) => `${Number(day)}.${Number(month)}.${year}`,
    (year, month, day) => `${day}-${month}-${year}`,
    (year, month, day) => `${day}/${month}/${year.slice(2)}`,
    (year, month, day) => `${year}-${month}-${day} 10:15:00`,
    (year, month, day) => `${day}${month}${year}`,
    (year, month, day) => Number(`${year}${month}${day}`),
    (year, month, day) => ({ kind: 'date', date: `${year}-${month}-${day}` }),
    ...(['en-GB', 'de-DE', 'fr-FR'] as const).flatMap((locale) =>
      (['long', 'short'] as const).map((name) => (year: string, month: string, day: string) => {
        const format = new Intl.DateTimeFormat(locale, {
          day: 'numeric',
          month: name,
          year: 'numeric',
          timeZone: 'UTC',
        });
        return format.format(new Date(`${year}-${month}-${day}`));
      }),
    ),
  ];
  const purchaseDates = fc.date({ min: new Date('2026-10-22'), max: new Date('2026-11-21'), noInvalidDate: true });

  test('reads a date in every form', () =>
    fc.assert(
      fc.property(purchaseDates, anyOf(dateForms), (instant, form) => {
        const date = instant.toISOString().slice(0, 10);
        const [year = '', month = '', day = ''] = date.split('-');
        const cell = form(year, month, day);
        expect([cell, readAcceptedValue('purchaseDate', cell)]).toEqual([cell, date]);
      }),
      { numRuns: 500 },
    ));

  test("recognizes only the caller's store, in any case and copied in any form", () =>
    fc.assert(
      fc.property(anyOf(copyForms), fc.stringMatching(/^[A-Z]{2}-[0-9]{2,4}$/), (copyForm, otherStore) => {
        expect(reportOn({ storeId: copyForm('st-100') })).toMatchObject({ outcome: 'read', storeId: 'ST-100' });
        fc.pre(otherStore !== 'ST-100');
        expect(reportOn({ storeId: copyForm(otherStore) }).outcome).toBe('refused');
      }),
    ));
});
