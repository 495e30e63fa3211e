import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toCells, buildCsv, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { sheetXml, stringsXml, stylesXml, textRows, workbookParts, buildZip } from '#lambdas/testing/files/workbook.ts';

let counting: ChildProcess;

beforeAll(() => {
  counting = fork(join(import.meta.dirname, '../../testing/files/count-steps.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
});
afterAll(() => void counting.kill());

/** Counts the steps of reading and validating a file, which are the same on every machine. */
const countSteps = async (bytes: Uint8Array): Promise<number> => {
  const answer = once(counting, 'message');
  counting.send(bytes);
  const [steps]: number[] = await answer;
  return steps ?? Number.NaN;
};

const text = (content: string) => new TextEncoder().encode(content);
const book = (sheet: string, more: Partial<Parameters<typeof workbookParts>[0]> = {}) =>
  buildZip(workbookParts({ sheets: [{ name: 'A', xml: sheet }], ...more }));

const line = goodLines(1).flatMap(toCells);
const good = buildCsv([line], ';', '\n');
const head = `${headers.join(';')}\n`;
const headRow = textRows([headers]);
const inline = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const cellWith = (column: number, content: string) =>
  `${line.map((cell, index) => (index === column ? content : cell)).join(';')}\n`;

/** Builds files that repeat a potentially expensive part a number of times. */
const kinds: Readonly<Record<string, (times: number) => Uint8Array>> = {
  'good lines': (times) => text(head + good.repeat(times)),
  'lines of different numbers': (times) => text(head + buildCsv(goodLines(times).map(toCells), ';', '\n')),
  'blank lines below': (times) => text(head + good + '\n'.repeat(100 * times)),
  'blank lines above': (times) => text('\n'.repeat(100 * times) + head + good),
  'lines of separators': (times) => text(`${head}${';;;;;;;;\n'.repeat(times)}x`),
  'a line of separators': (times) => text(`${head}${';'.repeat(times)}`),
  'one long cell': (times) => text(head + cellWith(3, 'x '.repeat(5 * times))),
  'a long header': (times) => text(`${'x'.repeat(10 * times)};${head}${good}`),
  'a header of many names': (times) => text(`${'x;'.repeat(times)}${head}${good}`),
  'a date of blanks': (times) => text(head + cellWith(4, `10/11/2026${' T'.repeat(times)}x`)),
  'dates of blanks': (times) => text(head + cellWith(4, `1${' '.repeat(200)}x`).repeat(times)),
  'an EAN of hyphens': (times) => text(head + cellWith(2, '-'.repeat(times))),
  'doubled quotation marks': (times) => text(`${head}"${'""'.repeat(5 * times)}"`),
  'quotation marks within a cell': (times) => text(`${head}x${'"'.repeat(10 * times)}`),
  'an unclosed quotation mark': (times) => text(`${head}${good.repeat(times)}"x\n`),
  'a cell of many lines': (times) => text(`${head}"${'x\n'.repeat(times)}"`),
  apostrophes: (times) => text(head + `'=1,'-2;`.repeat(5 * times)),
  'rows of a workbook': (times) => book(sheetXml(headRow + `<row>${line.map(inline).join('')}</row>`.repeat(times))),
  'empty rows': (times) => book(sheetXml(headRow + '<row/>'.repeat(10 * times))),
  'empty cells': (times) => book(sheetXml(`${headRow}<row>${'<c/>'.repeat(10 * times)}</row>`)),
  'pieces of a text': (times) =>
    book(sheetXml(`${headRow}<row><c t="inlineStr"><is>${'<r><t>x</t></r>'.repeat(times)}</is></c></row>`)),
  'escaped characters': (times) => book(sheetXml(`${headRow}<row>${inline('&#65;_x0041_'.repeat(times))}</row>`)),
  'attributes of a row': (times) =>
    book(sheetXml(`${headRow}<row ${Array.from({ length: times }, (_, index) => `a${index}=""`).join(' ')}/>`)),
  'one text for all': (times) =>
    book(sheetXml(headRow + '<row><c t="s"><v>0</v></c></row>'.repeat(times)), {
      strings: stringsXml(['x'.repeat(500)]),
    }),
  texts: (times) => book(sheetXml(headRow), { strings: stringsXml(Array(5 * times).fill('x')) }),
  styles: (times) =>
    book(sheetXml(headRow), {
      styles: stylesXml.replace('<xf numFmtId="49"/>', '<xf numFmtId="164"/>'.repeat(times)),
    }),
  'merged ranges': (times) =>
    book(sheetXml(headRow, `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(times)}</mergeCells>`)),
  'array formulas': (times) =>
    book(sheetXml(`${headRow}<row>${'<c><f t="array" ref="A1:A9">x</f></c>'.repeat(times)}</row>`)),
  comments: (times) => book(sheetXml(headRow, '<!-- - -->'.repeat(5 * times))),
};

/**
 * Ten times the input takes about ten times the steps, apart from fixed costs; quadratic work would take a hundred
 * times.
 */
const expectLinear = async (buildFile: (times: number) => Uint8Array) => {
  // Exclude work that is only done on the first run.
  await countSteps(buildFile(2));
  const least = await countSteps(buildFile(2));
  const few = await countSteps(buildFile(20));
  const many = await countSteps(buildFile(200));
  expect(few).toBeGreaterThan(0);
  expect(many - least).toBeLessThanOrEqual(20 * Math.max(few - least, 500));
};

describe('work grows linearly with', () => {
  test.each(Object.entries(kinds))('%s', (_, buildFile) => expectLinear(buildFile));

  const pieces = [...`";,\t\na '=-/:T1é`, '""', '\r\n', 'E+', ...line];

  test('any repeated text', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...pieces), maxLength: 4 }),
        fc.string({ unit: fc.constantFrom(...pieces), minLength: 1, maxLength: 6 }),
        (begin, unit) => expectLinear((times) => text(head + begin + unit.repeat(times))),
      ),
      { numRuns: 15 },
    ));

  const parts = [
    '<c/>',
    '<c><v>1</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c><f>x</f></c>',
    inline('x'),
    inline(' '),
    '</row><row>',
    '<row/>',
    '<!-- -->',
  ];

  test('any repeated part of a sheet', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...parts), minLength: 1, maxLength: 6 }), (unit) =>
        expectLinear((times) => book(sheetXml(`${headRow}<row>${unit.repeat(times)}</row>`))),
      ),
      { numRuns: 15 },
    ));
});
