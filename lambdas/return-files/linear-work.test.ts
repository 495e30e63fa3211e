import { fork, execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { TestFile } from '#lambdas/testing/files/hostile-files.ts';
import { hostileFiles } from '#lambdas/testing/files/hostile-files.ts';
import { cellsOf, csvOf, goodLines, headers, acceptedOf } from '#lambdas/testing/files/lines.ts';
import { sheetXml, stringsXml, stylesXml, textRows, workbookParts, zipOf } from '#lambdas/testing/files/workbook.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { fileProblems } from '#shared/spreadsheet.ts';

let counting: ChildProcess;

beforeAll(() => {
  counting = fork(join(import.meta.dirname, '../testing/files/count-steps.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
});
afterAll(() => void counting.kill());

/** The steps that reading and judging a file takes: counted, so that they are the same on any machine. */
const stepsOf = async (bytes: Uint8Array): Promise<number> => {
  const answered = once(counting, 'message');
  counting.send(bytes);
  const [steps]: number[] = await answered;
  return steps ?? Number.NaN;
};

const text = (content: string) => new TextEncoder().encode(content);
const book = (sheet: string, more: Partial<Parameters<typeof workbookParts>[0]> = {}) =>
  zipOf(workbookParts({ sheets: [{ name: 'A', xml: sheet }], ...more }));

const line = goodLines(1).flatMap(cellsOf);
const good = csvOf([line], ';', '\n');
const head = `${headers.join(';')}\n`;
const headRow = textRows([headers]);
const inline = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const cellWith = (column: number, content: string) =>
  `${line.map((cell, index) => (index === column ? content : cell)).join(';')}\n`;

/** Files by how often they repeat what may take long. */
const kinds: Readonly<Record<string, (times: number) => Uint8Array>> = {
  'good lines': (times) => text(head + good.repeat(times)),
  'lines of different numbers': (times) => text(head + csvOf(goodLines(times).map(cellsOf), ';', '\n')),
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
  'doubled marks': (times) => text(`${head}"${'""'.repeat(5 * times)}"`),
  'marks within a cell': (times) => text(`${head}x${'"'.repeat(10 * times)}`),
  'a mark that nobody closes': (times) => text(`${head}${good.repeat(times)}"x\n`),
  'a cell of many lines': (times) => text(`${head}"${'x\n'.repeat(times)}"`),
  apostrophes: (times) => text(head + `'=1,'-2;`.repeat(5 * times)),
  'rows of a workbook': (times) => book(sheetXml(headRow + `<row>${line.map(inline).join('')}</row>`.repeat(times))),
  'rows of nothing': (times) => book(sheetXml(headRow + '<row/>'.repeat(10 * times))),
  'cells of nothing': (times) => book(sheetXml(`${headRow}<row>${'<c/>'.repeat(10 * times)}</row>`)),
  'pieces of a text': (times) =>
    book(sheetXml(`${headRow}<row><c t="inlineStr"><is>${'<r><t>x</t></r>'.repeat(times)}</is></c></row>`)),
  'signs by number': (times) => book(sheetXml(`${headRow}<row>${inline('&#65;_x0041_'.repeat(times))}</row>`)),
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

/** Ten times as much takes about ten times the steps, beside what is done once; by the square it would be a hundred times. */
const expectLinear = async (grown: (times: number) => Uint8Array) => {
  // Nothing that is only done the first time counts.
  await stepsOf(grown(2));
  const [least, few, many] = [await stepsOf(grown(2)), await stepsOf(grown(20)), await stepsOf(grown(200))];
  expect(few).toBeGreaterThan(0);
  expect(many - least).toBeLessThanOrEqual(20 * Math.max(few - least, 500));
};

describe('ten times as much takes ten times the work', () => {
  test.each(Object.entries(kinds))('%s', (_, grown) => expectLinear(grown));

  const pieces = [
    '"',
    '""',
    ';',
    ',',
    '\t',
    '\n',
    '\r\n',
    'a',
    ' ',
    "'",
    '=',
    '-',
    '/',
    ':',
    'T',
    '1',
    'é',
    'E+',
    ...line,
  ];

  test('whatever a text repeats', () =>
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

  test('whatever a sheet repeats', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...parts), minLength: 1, maxLength: 6 }), (unit) =>
        expectLinear((times) => book(sheetXml(`${headRow}<row>${unit.repeat(times)}</row>`))),
      ),
      { numRuns: 15 },
    ));
});

const outcome = z.object({
  results: z.array(z.object({ name: z.string(), report: fileReport, causes: z.array(z.string()) })),
  grownBy: z.number(),
});

const files = hostileFiles(952, 500, 50);
const nameOf = (index: number) => String(index).padStart(4, '0');
let outcomes: z.output<typeof outcome>;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-files-'));
  try {
    files.forEach(({ bytes }, index) => writeFileSync(join(folder, nameOf(index)), bytes));
    const printed = execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../testing/files/hostile-run.ts'), folder],
      { encoding: 'utf8', maxBuffer: 1024 ** 3 },
    );
    outcomes = outcome.parse(JSON.parse(printed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

const reportOf = (file: TestFile) => outcomes.results[files.indexOf(file)]?.report;
const isGood = (file: TestFile) => 'lines' in file && !file.isDamaged;

const accepted = (file: TestFile) => {
  const report = reportOf(file);
  return report?.outcome === 'read' ? report.accepted : undefined;
};

test('there are 500 hostile files and 50 good ones', () => {
  expect(files.filter(isGood)).toHaveLength(50);
  expect(files).toHaveLength(550);
});

describe.each([...new Set(files.map(({ name }) => name))])('%s', (name) => {
  const alike = files.filter((file) => file.name === name);

  test('comes to what it should', () => {
    for (const file of alike) {
      const report = reportOf(file);
      if ('codes' in file) expect(file.codes).toContain(report?.outcome === 'refused' ? report.code : report);
      else if ('refusedRows' in file) {
        expect(report).toMatchObject({ outcome: 'read', accepted: [], dropped: [] });
        if (report?.outcome === 'read')
          expect(report.refused.map(({ reasons }) => reasons[0]?.key)).toEqual(
            Array(report.rows).fill(file.refusedRows),
          );
      } else if (file.isDamaged && report?.outcome === 'refused') expect(fileProblems).toContain(report.code);
      else expect(accepted(file)).toEqual(acceptedOf(file.lines));
    }
  });
});

test('none of them takes the reader to its end: what is refused is refused for what it is', () => {
  expect(
    outcomes.results.flatMap(({ name, causes }) => causes.map((cause) => `${files[Number(name)]?.name}: ${cause}`)),
  ).toEqual([]);
});

test('reading all of them never takes 128 MB more than reading one', () => {
  expect(outcomes.grownBy).toBeLessThan(128 * 1024);
});
