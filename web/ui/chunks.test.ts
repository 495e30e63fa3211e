import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { loadChunk } from './chunks.ts';

vi.mock('#web/browser/load-document.ts');

const fetching = vi.fn<typeof fetch>();
const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  vi.stubGlobal('fetch', fetching.mockReset().mockResolvedValue(Response.json({})));
});

test('a failed chunk reloads the page, at most once per 60 seconds', async () => {
  void loadChunk(failing);
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith(location.href));
  vi.setSystemTime(1_059_999);
  await expect(loadChunk(failing)).rejects.toThrow('Failed to fetch');
  expect(loadDocument).toHaveBeenCalledTimes(1);
  vi.setSystemTime(1_060_000);
  void loadChunk(failing);
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledTimes(2));
});

test('where the site can’t be reached no document is loaded, which would not come either', async () => {
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(loadChunk(failing)).rejects.toMatchObject({ code: 'NoAnswer' });
  expect(loadDocument).not.toHaveBeenCalled();
  void loadChunk(failing);
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledTimes(1));
});

test('without storage it never reloads, rather than for ever', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('storage is off');
  });
  await expect(loadChunk(failing)).rejects.toThrow('Failed to fetch');
  expect(loadDocument).not.toHaveBeenCalled();
});

test('a chunk of a page that one is on the way to leads there, not back to where one was', async () => {
  void loadChunk(failing, 'https://portal.example/UK/nuk/repairs/track');
  await vi.waitFor(() =>
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith('https://portal.example/UK/nuk/repairs/track'),
  );
});
