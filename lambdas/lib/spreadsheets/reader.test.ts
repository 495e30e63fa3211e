import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createSpreadsheetReader } from './reader.ts';

const toWorkerUrl = (file: string) => pathToFileURL(join(import.meta.dirname, file));
const encodeText = (content: string) => new TextEncoder().encode(content);

describe('createSpreadsheetReader', () => {
  const reader = createSpreadsheetReader({
    entry: toWorkerUrl('../../testing/files/misbehaving-worker.ts'),
    maxCpuMs: 1000,
    // Long enough that a busy machine doesn't change the outcomes.
    timeoutMs: 600_000,
    heapMegabytes: 32,
  });
  afterAll(() => reader.close());

  test('reads several files at once', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const parseResults = await Promise.all(names.map((name) => reader.read(encodeText(name), undefined)));
    expect(parseResults).toEqual(names.map((result) => ({ result })));
  });

  test('does not detach the caller’s bytes', async () => {
    const bytes = encodeText('good');
    await reader.read(bytes, undefined);
    expect(bytes).toEqual(encodeText('good'));
  });

  test('returns the row where a damaged file stops being readable', async () => {
    expect(await reader.read(encodeText('a;b\n1;2\n"3;4\n'), undefined)).toEqual({ refused: 'FileDamaged', row: 3 });
  });

  test.each([
    ['never ends', 'time'],
    ['takes all memory', expect.stringContaining('memory')],
    ['throws outside the validator', 'thrown'],
    ['ends the thread', 'exit'],
  ])('rejects a file that %s and reads the next one', async (behavior, cause) => {
    expect(await reader.read(encodeText(behavior), undefined)).toEqual({ refused: 'FileTooLarge', cause });
    expect(await reader.read(encodeText('good'), undefined)).toEqual({ result: 'good' });
  });

  test('rejects a file as damaged on an unexpected error', async () =>
    expect(await reader.read(encodeText('throws'), undefined)).toEqual({
      refused: 'FileDamaged',
      cause: 'TypeError: thrown',
    }));
});

test('throws ServiceUnavailable if the machine is too busy', async () => {
  const entry = toWorkerUrl('../../testing/files/misbehaving-worker.ts');
  const busyReader = createSpreadsheetReader({ entry, maxCpuMs: 600_000, timeoutMs: 200 });
  await expect(busyReader.read(encodeText('waits'), undefined)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  await busyReader.close();
});

test('throws if the worker cannot start', async () => {
  const reader = createSpreadsheetReader({ entry: toWorkerUrl('no-such-worker.ts') });
  reader.warmUp();
  await expect(reader.read(encodeText('good'), undefined)).rejects.toThrow(/no-such-worker/);
});
