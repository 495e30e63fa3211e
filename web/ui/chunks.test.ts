import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { createChunkLoader } from './chunks.ts';

const reach = vi.fn<() => Promise<unknown>>();
const loadAnew = vi.fn<(address?: string) => void>();
const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const loaderAt = (now: number, storage: () => Storage = () => sessionStorage) =>
  createChunkLoader({ storage, now: () => now, reach, loadAnew });
const start = 1_000_000;

beforeEach(() => {
  loadAnew.mockReset();
  reach.mockReset().mockResolvedValue({});
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

test('where the site can’t be reached no document is loaded, which would not come either', async () => {
  reach.mockRejectedValueOnce(new AppError('Offline'));
  await expect(loaderAt(start)(failing)).rejects.toMatchObject({ code: 'Offline' });
  expect(loadAnew).not.toHaveBeenCalled();
  void loaderAt(start + 1)(failing);
  await vi.waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(1));
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
