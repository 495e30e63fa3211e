import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { cellsOf, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { textRows, workbookOf } from '#lambdas/testing/files/workbook.ts';
import type { Reading } from './bounds.ts';
import type { SpreadsheetReader } from './reader.ts';
import { spreadsheetReader } from './reader.ts';
import type { Table } from './table.ts';

const workerOf = (file: string) => pathToFileURL(join(import.meta.dirname, file));
const tables = workerOf('../testing/files/table-worker.ts');
const text = (content: string) => new TextEncoder().encode(content);

const rows = goodLines(50).map(cellsOf);
const good = workbookOf(textRows([headers, ...rows]));

const cellsIn = (reading: Reading<Table>) =>
  'result' in reading ? [reading.result.header, ...reading.result.rows].map(({ cells }) => cells) : reading;

describe('the reading thread', () => {
  const reader: SpreadsheetReader<undefined, Table> = spreadsheetReader({ entry: tables, milliseconds: 30_000 });
  afterAll(() => reader.close());

  test('reads several files at once', async () => {
    const readings = await Promise.all(Array.from({ length: 5 }, () => reader.read(good, undefined)));
    for (const reading of readings) expect(cellsIn(reading)).toEqual([headers, ...rows]);
  });

  test('leaves the bytes to whoever handed them over', async () => {
    const bytes = Uint8Array.from(good);
    await reader.read(bytes, undefined);
    expect(bytes).toEqual(Uint8Array.from(good));
  });

  test('says where a broken file ends to be read', async () => {
    expect(await reader.read(text('a;b\n1;2\n"3;4\n'), undefined)).toEqual({ refused: 'FileDamaged', row: 3 });
  });
});

describe('a file that takes its thread to the end, be it only that its rows are judged', () => {
  const reader = spreadsheetReader({
    entry: workerOf('../testing/files/misbehaving-worker.ts'),
    milliseconds: 3000,
    heapMegabytes: 32,
  });
  afterAll(() => reader.close());

  test.each([
    ['never ends', 'time'],
    ['takes all memory', expect.stringContaining('memory')],
    ['throws where nobody catches', 'thrown'],
    ['ends the thread', 'exit'],
  ])('%s: it is refused, and the next one read', async (doing, cause) => {
    expect(await reader.read(text(doing), undefined)).toEqual({ refused: 'FileTooLarge', cause });
    expect(await reader.read(text('good'), undefined)).toEqual({ result: 'good' });
  });

  test('throws: it is refused, for what nobody has thought of', async () =>
    expect(await reader.read(text('throws'), undefined)).toEqual({
      refused: 'FileDamaged',
      cause: 'TypeError: thrown',
    }));
});

test('a thread that cannot start is an error of ours, not of the file', async () => {
  const reader = spreadsheetReader({ entry: workerOf('no-such-worker.ts') });
  reader.warmUp();
  await expect(reader.read(good, undefined)).rejects.toThrow(/no-such-worker/);
});

describe('bundled as it is deployed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the thread is one small file', async () => {
    const outfile = join(folder, 'worker.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, '../return-files/worker.ts')],
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
  });
});
