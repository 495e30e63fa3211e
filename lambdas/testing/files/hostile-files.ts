import type { ReasonKey, ReturnsFileProblem } from '#shared/returns/file/rejections.ts';
import { hostileArchives } from './hostile-archives.ts';
import type { HostileKind, Random } from './hostile-kind.ts';
import { createRandom } from './hostile-kind.ts';
import { hostileSheets } from './hostile-sheets.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { Line } from './lines.ts';
import { toCells, buildCsv, buildGoodLines, headers } from './lines.ts';
import { buildStringsXml, buildTextRows, buildWorkbook } from './workbook.ts';

/** File with its expected result: `codes` or `rejectedRows` of a hostile file, or the `lines` of a valid one. A damaged file may also be rejected. */
export type TestFile = { readonly name: string; readonly bytes: Uint8Array } & (
  | { readonly codes: readonly ReturnsFileProblem[] }
  | { readonly rejectedRows: ReasonKey }
  | { readonly lines: readonly Line[]; readonly isDamaged: boolean }
);

const columnLetters = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

/** Returns the serial number of a date in Excel; that of 1 January 1970 is 25,569. */
const toExcelDay = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000 + 25_569;

/** Builds a workbook as Excel writes it, with shared strings, EANs as numbers and date cells. */
const buildExcelWorkbook = (lines: readonly Line[]) => {
  const strings: string[] = [];
  const addString = (value: string) => strings.push(value) - 1;
  const toSharedCell = (address: string, value: string) => `<c r="${address}" t="s"><v>${addString(value)}</v></c>`;
  const headerRow = `<row r="1" spans="1:6">${headers.map((header, index) => toSharedCell(`${columnLetters[index]}1`, header)).join('')}</row>`;
  const rows = lines.map((line, index) => {
    const row = index + 2;
    return `<row r="${row}" spans="1:6">${toSharedCell(`A${row}`, line.storeId)}${toSharedCell(`B${row}`, line.storeRefNo)}<c r="C${row}" s="3"><v>${Number(line.ean)}</v></c>${toSharedCell(`D${row}`, line.productDescription)}<c r="E${row}" s="1"><v>${toExcelDay(line.purchaseDate)}</v></c>${toSharedCell(`F${row}`, line.serialNumber)}</row>`;
  });
  return buildWorkbook(headerRow + rows.join(''), { strings: buildStringsXml(strings) });
};

const createCsvWriter = (delimiter: string) => (lines: readonly Line[]) =>
  Buffer.from(buildCsv([headers, ...lines.map(toCells)], delimiter));

const writers = [
  buildExcelWorkbook,
  (lines: readonly Line[]) => buildWorkbook(buildTextRows([headers, ...lines.map(toCells)])),
  createCsvWriter(';'),
  createCsvWriter(','),
  createCsvWriter('\t'),
] as const;

const buildGoodFile = (random: Random): TestFile => {
  const lines = buildGoodLines(1 + random.nextInt(1000));
  return { name: 'a good file', lines, isDamaged: false, bytes: random.pick(writers)(lines) };
};

const buildTruncatedFile = (random: Random): TestFile => {
  const lines = buildGoodLines(1 + random.nextInt(100));
  const bytes = buildExcelWorkbook(lines);
  return {
    name: 'a truncated workbook',
    lines,
    isDamaged: true,
    bytes: bytes.subarray(0, 30 + random.nextInt(bytes.length - 30)),
  };
};

const buildFileWithFlippedBits = (random: Random): TestFile => {
  const lines = buildGoodLines(1 + random.nextInt(100));
  const bytes = Uint8Array.from(buildExcelWorkbook(lines));
  for (let flips = 1 + random.nextInt(3); flips > 0; flips -= 1) {
    const position = 4 + random.nextInt(bytes.length - 4);
    bytes[position] = (bytes[position] ?? 0) ^ (1 << random.nextInt(8));
  }
  return { name: 'a workbook with flipped bits', lines, isDamaged: true, bytes };
};

const hostileKinds: readonly HostileKind[] = [...hostileArchives, ...hostileSheets, ...hostileTexts];

/** Builds hostile files mixed with valid ones, deterministically by seed. Every fifth hostile file is randomly damaged; the others cycle through all kinds. */
export const buildHostileFiles = (seed: number, hostileCount: number, goodCount: number): TestFile[] => {
  const random = createRandom(seed);
  const goodFileInterval = Math.ceil(hostileCount / goodCount);
  return Array.from({ length: hostileCount }, (_, index) => {
    const kind = hostileKinds[(index - Math.floor(index / 5)) % hostileKinds.length];
    const file: TestFile =
      index % 5 === 4 || !kind
        ? random.pick([buildTruncatedFile, buildFileWithFlippedBits])(random)
        : { ...kind, bytes: kind.build(random) };
    return index % goodFileInterval === 0 ? [buildGoodFile(random), file] : [file];
  }).flat();
};
