import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { fileReader } from './file-reader.ts';
import { readReturnsFile } from './read-returns-file.ts';
import { acceptedOf, cellsOf, context, goodLines, headers } from './test-lines.ts';
import { textRows, workbookOf } from './test-workbook.ts';

const entryOf = (file: string) => pathToFileURL(join(import.meta.dirname, file));
const text = (content: string) => new TextEncoder().encode(content);

const lines = goodLines(50);
const good = workbookOf(textRows([headers, ...lines.map(cellsOf)]));

describe('the reading thread', () => {
  const reader = fileReader({ entry: entryOf('worker.ts'), milliseconds: 30_000 });
  afterAll(() => reader.close());

  test('reads file after file, refused ones among them', async () => {
    for (const bytes of [good, text('x'), text(''), good, good.subarray(0, 300), good]) {
      const report = await readReturnsFile(reader, bytes, context);
      if (bytes === good) expect(report).toMatchObject({ outcome: 'read', accepted: acceptedOf(lines) });
      else expect(report).toMatchObject({ outcome: 'refused' });
    }
  });

  test('reads several files at once', async () => {
    const reports = await Promise.all(Array.from({ length: 5 }, () => readReturnsFile(reader, good, context)));
    expect(reports.map((report) => report.outcome === 'read' && report.accepted.length)).toEqual(Array(5).fill(50));
  });

  test('reads what is too long to be read without it', async () => {
    const csv = [headers, ...goodLines(6000).map(cellsOf)]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
      .join('\n');
    expect(await readReturnsFile(reader, text(csv), context)).toEqual({
      outcome: 'refused',
      code: 'ReturnsFileTooManyLines',
      lines: 6000,
    });
  });

  test('leaves the bytes to whoever handed them over', async () => {
    const bytes = Uint8Array.from(good);
    await reader.read(bytes);
    expect(bytes).toEqual(Uint8Array.from(good));
  });

  test('says where a broken file ends to be read', async () => {
    expect(await readReturnsFile(reader, text('a;b\n1;2\n"3;4\n'), context)).toEqual({
      outcome: 'refused',
      code: 'FileDamaged',
      row: 3,
    });
  });
});

/** What looks like an archive goes to the thread. */
const archive = (content: string) => text(`PK\u0003\u0004${content}`);

describe('a file that takes its thread to the end', () => {
  const reader = fileReader({ entry: entryOf('test-worker.ts'), milliseconds: 3000, heapMegabytes: 32 });
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

  test('what went wrong is told to the log, not to the caller', async () => {
    const causes: string[] = [];
    expect(await readReturnsFile(reader, archive('t'), context, (cause) => causes.push(cause))).toEqual({
      outcome: 'refused',
      code: 'FileTooLarge',
    });
    expect(causes).toEqual(['thrown']);
  });
});

test('a thread that cannot start is an error of ours, not of the file', async () => {
  const reader = fileReader({ entry: entryOf('no-such-worker.ts') });
  reader.warmUp();
  await expect(reader.read(good)).rejects.toThrow(/no-such-worker/);
});

describe('bundled as it is deployed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-reader-'));
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
    const reader = fileReader({ entry: pathToFileURL(outfile), milliseconds: 30_000 });
    expect(await readReturnsFile(reader, good, context)).toMatchObject({
      outcome: 'read',
      accepted: acceptedOf(lines),
    });
    expect(await readReturnsFile(reader, text('a,b\n1,2'), context)).toMatchObject({ code: 'ReturnsFileWrongHeaders' });
    await reader.close();
  });
});
