import type { ReasonKey, ReturnsFileProblem } from '#shared/returns/file/report.ts';
import { hostileArchives } from './hostile-archives.ts';
import type { HostileKind, Random } from './hostile-kind.ts';
import { createRandom } from './hostile-kind.ts';
import { hostileSheets } from './hostile-sheets.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { Line } from './lines.ts';
import { toCells, buildCsv, goodLines, headers } from './lines.ts';
import { stringsXml, textRows, buildWorkbook } from './workbook.ts';

/** File with its expected result: `codes` or `rejectedRows` of a hostile file, or the `lines` of a valid one. A damaged file may also be rejected. */
export type TestFile = { readonly name: string; readonly bytes: Uint8Array } & (
  | { readonly codes: readonly ReturnsFileProblem[] }
  | { readonly rejectedRows: ReasonKey }
  | { readonly lines: readonly Line[]; readonly isDamaged: boolean }
);

const letters = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000 + 25_569;

/** Builds a workbook as Excel writes it: shared strings, EANs as numbers, real dates. */
const excelBook = (lines: readonly Line[]) => {
  const strings: string[] = [];
  const text = (value: string) => strings.push(value) - 1;
  const shared = (address: string, value: string) => `<c r="${address}" t="s"><v>${text(value)}</v></c>`;
  const head = `<row r="1" spans="1:6">${headers.map((header, index) => shared(`${letters[index]}1`, header)).join('')}</row>`;
  const rows = lines.map((line, index) => {
    const row = index + 2;
    return `<row r="${row}" spans="1:6">${shared(`A${row}`, line.storeId)}${shared(`B${row}`, line.storeRefNo)}<c r="C${row}" s="3"><v>${Number(line.ean)}</v></c>${shared(`D${row}`, line.productDescription)}<c r="E${row}" s="1"><v>${day(line.purchaseDate)}</v></c>${shared(`F${row}`, line.serialNumber)}</row>`;
  });
  return buildWorkbook(head + rows.join(''), { strings: stringsXml(strings) });
};

const csv = (delimiter: string) => (lines: readonly Line[]) =>
  Buffer.from(buildCsv([headers, ...lines.map(toCells)], delimiter));

const writers = [
  excelBook,
  (lines: readonly Line[]) => buildWorkbook(textRows([headers, ...lines.map(toCells)])),
  csv(';'),
  csv(','),
  csv('\t'),
] as const;

const goodFile = (random: Random): TestFile => {
  const lines = goodLines(1 + random.below(1000));
  return { name: 'a good file', lines, isDamaged: false, bytes: random.oneOf(writers)(lines) };
};

const truncateFile = (random: Random): TestFile => {
  const lines = goodLines(1 + random.below(100));
  const bytes = excelBook(lines);
  return {
    name: 'a truncated workbook',
    lines,
    isDamaged: true,
    bytes: bytes.subarray(0, 30 + random.below(bytes.length - 30)),
  };
};

const flipBits = (random: Random): TestFile => {
  const lines = goodLines(1 + random.below(100));
  const bytes = Uint8Array.from(excelBook(lines));
  for (let flips = 1 + random.below(3); flips > 0; flips -= 1) {
    const at = 4 + random.below(bytes.length - 4);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  }
  return { name: 'a workbook with flipped bits', lines, isDamaged: true, bytes };
};

const kinds: readonly HostileKind[] = [...hostileArchives, ...hostileSheets, ...hostileTexts];

/** Builds hostile files mixed with valid ones, deterministically by seed. Every fifth hostile file is randomly damaged; the others cycle through all kinds. */
export const hostileFiles = (seed: number, hostile: number, good: number): TestFile[] => {
  const random = createRandom(seed);
  const every = Math.ceil(hostile / good);
  return Array.from({ length: hostile }, (_, index) => {
    const kind = kinds[(index - Math.floor(index / 5)) % kinds.length];
    const file: TestFile =
      index % 5 === 4 || !kind ? random.oneOf([truncateFile, flipBits])(random) : { ...kind, bytes: kind.make(random) };
    return index % every === 0 ? [goodFile(random), file] : [file];
  }).flat();
};
