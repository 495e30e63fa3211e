import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toCells, buildCsv, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import {
  buildSheetXml,
  buildStringsXml,
  stylesXml,
  buildTextRows,
  buildWorkbookParts,
  buildZip,
} from '#lambdas/testing/files/workbook.ts';

let stepCounter: ChildProcess;

beforeAll(() => {
  stepCounter = fork(join(import.meta.dirname, '../../testing/files/count-steps.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
});
afterAll(() => void stepCounter.kill());

/** Counts the code blocks that reading and validating a file executes, a number that is the same on every machine. */
const countSteps = async (bytes: Uint8Array): Promise<number> => {
  const response = once(stepCounter, 'message');
  stepCounter.send(bytes);
  const [steps]: number[] = await response;
  return steps ?? Number.NaN;
};

const encodeText = (content: string) => new TextEncoder().encode(content);
const buildBook = (sheet: string, options: Partial<Parameters<typeof buildWorkbookParts>[0]> = {}) =>
  buildZip(buildWorkbookParts({ sheets: [{ name: 'A', xml: sheet }], ...options }));

const line = buildGoodLines(1).flatMap(toCells);
const goodLine = buildCsv([line], ';', '\n');
const headerLine = `${headers.join(';')}\n`;
const headerRow = buildTextRows([headers]);
const buildInlineCell = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const buildLineWith = (column: number, content: string) =>
  `${line.map((cell, index) => (index === column ? content : cell)).join(';')}\n`;

/** Builders of files that repeat a potentially expensive part a number of times. */
const fileBuilders: Readonly<Record<string, (times: number) => Uint8Array>> = {
  'good lines': (times) => encodeText(headerLine + goodLine.repeat(times)),
  'lines of different numbers': (times) =>
    encodeText(headerLine + buildCsv(buildGoodLines(times).map(toCells), ';', '\n')),
  'blank lines below': (times) => encodeText(headerLine + goodLine + '\n'.repeat(100 * times)),
  'blank lines above': (times) => encodeText('\n'.repeat(100 * times) + headerLine + goodLine),
  'lines of separators': (times) => encodeText(`${headerLine}${';;;;;;;;\n'.repeat(times)}x`),
  'a line of separators': (times) => encodeText(`${headerLine}${';'.repeat(times)}`),
  'one long cell': (times) => encodeText(headerLine + buildLineWith(3, 'x '.repeat(5 * times))),
  'a long header': (times) => encodeText(`${'x'.repeat(10 * times)};${headerLine}${goodLine}`),
  'a header of many names': (times) => encodeText(`${'x;'.repeat(times)}${headerLine}${goodLine}`),
  'a date of blanks': (times) => encodeText(headerLine + buildLineWith(4, `10/11/2026${' T'.repeat(times)}x`)),
  'dates of blanks': (times) => encodeText(headerLine + buildLineWith(4, `1${' '.repeat(200)}x`).repeat(times)),
  'an EAN of hyphens': (times) => encodeText(headerLine + buildLineWith(2, '-'.repeat(times))),
  'doubled quotation marks': (times) => encodeText(`${headerLine}"${'""'.repeat(5 * times)}"`),
  'quotation marks within a cell': (times) => encodeText(`${headerLine}x${'"'.repeat(10 * times)}`),
  'an unclosed quotation mark': (times) => encodeText(`${headerLine}${goodLine.repeat(times)}"x\n`),
  'a cell of many lines': (times) => encodeText(`${headerLine}"${'x\n'.repeat(times)}"`),
  apostrophes: (times) => encodeText(headerLine + `'=1,'-2;`.repeat(5 * times)),
  'rows of a workbook': (times) =>
    buildBook(buildSheetXml(headerRow + `<row>${line.map(buildInlineCell).join('')}</row>`.repeat(times))),
  'empty rows': (times) => buildBook(buildSheetXml(headerRow + '<row/>'.repeat(10 * times))),
  'empty cells': (times) => buildBook(buildSheetXml(`${headerRow}<row>${'<c/>'.repeat(10 * times)}</row>`)),
  'pieces of a text': (times) =>
    buildBook(buildSheetXml(`${headerRow}<row><c t="inlineStr"><is>${'<r><t>x</t></r>'.repeat(times)}</is></c></row>`)),
  'escaped characters': (times) =>
    buildBook(buildSheetXml(`${headerRow}<row>${buildInlineCell('&#65;_x0041_'.repeat(times))}</row>`)),
  'attributes of a row': (times) =>
    buildBook(
      buildSheetXml(`${headerRow}<row ${Array.from({ length: times }, (_, index) => `a${index}=""`).join(' ')}/>`),
    ),
  'one text for all': (times) =>
    buildBook(buildSheetXml(headerRow + '<row><c t="s"><v>0</v></c></row>'.repeat(times)), {
      strings: buildStringsXml(['x'.repeat(500)]),
    }),
  texts: (times) => buildBook(buildSheetXml(headerRow), { strings: buildStringsXml(Array(5 * times).fill('x')) }),
  styles: (times) =>
    buildBook(buildSheetXml(headerRow), {
      styles: stylesXml.replace('<xf numFmtId="49"/>', '<xf numFmtId="164"/>'.repeat(times)),
    }),
  'merged ranges': (times) =>
    buildBook(buildSheetXml(headerRow, `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(times)}</mergeCells>`)),
  'array formulas': (times) =>
    buildBook(buildSheetXml(`${headerRow}<row>${'<c><f t="array" ref="A1:A9">x</f></c>'.repeat(times)}</row>`)),
  comments: (times) => buildBook(buildSheetXml(headerRow, '<!-- - -->'.repeat(5 * times))),
};

/**
 * Expects that ten times the input takes about ten times the steps; quadratic work would take a hundred times as many.
 * Fewer are not compared, because some work depends on the beginning of a file only.
 */
const expectLinear = async (buildFile: (times: number) => Uint8Array) => {
  // The first run is not counted, because it includes work that is only done once.
  await countSteps(buildFile(100));
  const stepsOfHundred = await countSteps(buildFile(100));
  const stepsOfThousand = await countSteps(buildFile(1000));
  expect(stepsOfHundred).toBeGreaterThan(0);
  expect(stepsOfThousand).toBeLessThanOrEqual(20 * stepsOfHundred);
};

describe('work grows linearly with', () => {
  test.each(Object.entries(fileBuilders))('%s', (_, buildFile) => expectLinear(buildFile));

  const textPieces = [...`";,\t\na '=-/:T1é`, '""', '\r\n', 'E+', ...line];

  test('any repeated text', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...textPieces), maxLength: 4 }),
        fc.string({ unit: fc.constantFrom(...textPieces), minLength: 1, maxLength: 6 }),
        (prefix, unit) => expectLinear((times) => encodeText(headerLine + prefix + unit.repeat(times))),
      ),
      { numRuns: 15 },
    ));

  const sheetParts = [
    '<c/>',
    '<c><v>1</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c><f>x</f></c>',
    buildInlineCell('x'),
    buildInlineCell(' '),
    '</row><row>',
    '<row/>',
    '<!-- -->',
  ];

  test('any repeated part of a sheet', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...sheetParts), minLength: 1, maxLength: 6 }), (unit) =>
        expectLinear((times) => buildBook(buildSheetXml(`${headerRow}<row>${unit.repeat(times)}</row>`))),
      ),
      { numRuns: 15 },
    ));
});
