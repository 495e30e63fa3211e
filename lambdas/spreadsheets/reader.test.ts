import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { cellsOf, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { textRows, workbookOf } from '#lambdas/testing/files/workbook.ts';
import { spreadsheetReader } from './reader.ts';
import type { Reading } from './refusal.ts';

const entryOf = (file: string) => pathToFileURL(join(import.meta.dirname, file));
const text = (content: string) => new TextEncoder().encode(content);

const rows = goodLines(50).map(cellsOf);
const good = workbookOf(textRows([headers, ...rows]));

/** The cells of all rows, the header first. */
const cellsIn = (reading: Reading) =>
  'table' in reading ? [reading.table.header, ...reading.table.rows].map(({ cells }) => cells) : reading;

/** What looks like an archive goes to the thread. */
const archive = (content: string) => text(`PK\u0003\u0004${content}`);

describe('the reading thread', () => {
  const reader = spreadsheetReader({ entry: entryOf('worker.ts'), milliseconds: 30_000 });
  afterAll(() => reader.close());

  test('reads file after file, refused ones among them', async () => {
    for (const bytes of [good, archive('x'), text(''), good, good.subarray(0, 300), good]) {
      const reading = await reader.read(bytes);
      if (bytes === good) expect(cellsIn(reading)).toEqual([headers, ...rows]);
      else expect(reading).toEqual({ refused: bytes.length === 0 ? 'FileEmpty' : 'FileDamaged' });
    }
  });

  test('reads several files at once', async () => {
    const readings = await Promise.all(Array.from({ length: 5 }, () => reader.read(good)));
    for (const reading of readings) expect(cellsIn(reading)).toEqual([headers, ...rows]);
  });

  test('reads what is too long to be read without it', async () => {
    const long = goodLines(6000).map(cellsOf);
    const csv = [headers, ...long]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
      .join('\n');
    expect(cellsIn(await reader.read(text(csv)))).toEqual([headers, ...long]);
  });

  test('leaves the bytes to whoever handed them over', async () => {
    const bytes = Uint8Array.from(good);
    await reader.read(bytes);
    expect(bytes).toEqual(Uint8Array.from(good));
  });

  test('says where a broken file ends to be read', async () => {
    expect(await reader.read(text('a;b\n1;2\n"3;4\n'))).toEqual({ refused: 'FileDamaged', row: 3 });
  });
});

describe('a file that takes its thread to the end', () => {
  const reader = spreadsheetReader({
    entry: entryOf('../testing/files/misbehaving-worker.ts'),
    milliseconds: 3000,
    heapMegabytes: 32,
  });
  afterAll(() => reader.close());

  test.each([
    ['never ends', 'l', 'time'],
    ['takes all memory', 'm', expect.stringContaining('memory')],
    ['throws where nobody catches', 't', 'thrown'],
    ['ends the thread', 'x', 'exit'],
  ])('%s: it is refused, and the next one read', async (_, bytes, cause) => {
    expect(await reader.read(archive(bytes))).toEqual({ refused: 'FileTooLarge', cause });
    expect(await reader.read(archive('.'))).toEqual({ refused: 'FileEmpty' });
  });
});

test('a thread that cannot start is an error of ours, not of the file', async () => {
  const reader = spreadsheetReader({ entry: entryOf('no-such-worker.ts') });
  reader.warmUp();
  await expect(reader.read(good)).rejects.toThrow(/no-such-worker/);
});

describe('bundled as it is deployed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the thread is one small file that reads by itself', async () => {
    const outfile = join(folder, 'worker.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'worker.ts')],
      outfile,
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      mainFields: ['module', 'main'],
      banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
      logLevel: 'silent',
    });
    expect(statSync(outfile).size).toBeLessThan(200_000);
    const reader = spreadsheetReader({ entry: pathToFileURL(outfile), milliseconds: 30_000 });
    expect(cellsIn(await reader.read(good))).toEqual([headers, ...rows]);
    expect(await reader.read(archive('x'))).toEqual({ refused: 'FileDamaged' });
    await reader.close();
  });
});
