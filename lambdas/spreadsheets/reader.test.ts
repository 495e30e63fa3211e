import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { spreadsheetReader } from './reader.ts';

const workerOf = (file: string) => pathToFileURL(join(import.meta.dirname, file));
const text = (content: string) => new TextEncoder().encode(content);

describe('the reading thread', () => {
  const reader = spreadsheetReader({
    entry: workerOf('../testing/files/misbehaving-worker.ts'),
    processorMs: 1000,
    // Outcomes are those of the files, however busy the machine is.
    answerMs: 600_000,
    heapMegabytes: 32,
  });
  afterAll(() => reader.close());

  test('reads several files at once', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const readings = await Promise.all(names.map((name) => reader.read(text(name), undefined)));
    expect(readings).toEqual(names.map((result) => ({ result })));
  });

  test('leaves the bytes to whoever handed them over', async () => {
    const bytes = text('good');
    await reader.read(bytes, undefined);
    expect(bytes).toEqual(text('good'));
  });

  test('says where a broken file ends to be read', async () => {
    expect(await reader.read(text('a;b\n1;2\n"3;4\n'), undefined)).toEqual({ refused: 'FileDamaged', row: 3 });
  });

  // Be it only that its rows are judged.
  test.each([
    ['never ends', 'time'],
    ['takes all memory', expect.stringContaining('memory')],
    ['throws where nobody catches', 'thrown'],
    ['ends the thread', 'exit'],
  ])('that a file which %s takes to its end refuses it, and reads the next one', async (doing, cause) => {
    expect(await reader.read(text(doing), undefined)).toEqual({ refused: 'FileTooLarge', cause });
    expect(await reader.read(text('good'), undefined)).toEqual({ result: 'good' });
  });

  test('refuses a file that throws, for what nobody has thought of', async () =>
    expect(await reader.read(text('throws'), undefined)).toEqual({
      refused: 'FileDamaged',
      cause: 'TypeError: thrown',
    }));
});

test('a file that the machine is too busy to read is not called too large', async () => {
  const entry = workerOf('../testing/files/misbehaving-worker.ts');
  const busy = spreadsheetReader({ entry, processorMs: 600_000, answerMs: 200 });
  await expect(busy.read(text('waits'), undefined)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  await busy.close();
});

test('a thread that cannot start is an error of ours, not of the file', async () => {
  const reader = spreadsheetReader({ entry: workerOf('no-such-worker.ts') });
  reader.warmUp();
  await expect(reader.read(text('good'), undefined)).rejects.toThrow(/no-such-worker/);
});
