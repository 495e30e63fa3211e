import { beforeEach, expect, test, vi } from 'vitest';
import { createChunkLoader } from './chunks.ts';

const loadAnew = vi.fn<(address?: string) => void>();
const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const loaderAt = (now: number, storage: () => Storage = () => sessionStorage) =>
  createChunkLoader({ storage, now: () => now, loadAnew });
const start = 1_000_000;

beforeEach(() => {
  sessionStorage.clear();
  loadAnew.mockReset();
});

test('a chunk that loads is handed on', async () => {
  await expect(loaderAt(start)(() => Promise.resolve('page'))).resolves.toBe('page');
  expect(loadAnew).not.toHaveBeenCalled();
});

test('a failed chunk reloads the page, at most once per 60 seconds', async () => {
  void loaderAt(start)(failing);
  await vi.waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(1));
  await expect(loaderAt(start + 59_999)(failing)).rejects.toThrow('Failed to fetch');
  expect(loadAnew).toHaveBeenCalledTimes(1);
  void loaderAt(start + 60_000)(failing);
  await vi.waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(2));
});

test('without storage it never reloads, rather than for ever', async () => {
  const none = () => {
    throw new Error('storage is off');
  };
  await expect(loaderAt(start, none)(failing)).rejects.toThrow('Failed to fetch');
  expect(loadAnew).not.toHaveBeenCalled();
});

test('a chunk of a page that one is on the way to leads there, not back to where one was', async () => {
  void loaderAt(start)(failing, 'https://portal.example/UK/nuk/repairs/track');
  await vi.waitFor(() => expect(loadAnew.mock.calls).toEqual([['https://portal.example/UK/nuk/repairs/track']]));
});
