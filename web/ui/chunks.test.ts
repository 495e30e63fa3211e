import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { loadChunk } from './chunks.ts';

vi.mock('#web/browser/load-document.ts');

const fetchMock = vi.fn<typeof fetch>();
const failToLoad = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  vi.stubGlobal('fetch', fetchMock.mockReset().mockResolvedValue(Response.json({})));
});

test('reloads the page at most once per 60 seconds', async () => {
  void loadChunk(failToLoad);
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith(location.href));
  vi.setSystemTime(1_059_999);
  await expect(loadChunk(failToLoad)).rejects.toThrow('Failed to fetch');
  expect(loadDocument).toHaveBeenCalledTimes(1);
  vi.setSystemTime(1_060_000);
  void loadChunk(failToLoad);
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledTimes(2));
});

test('does not reload when the site is unreachable', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(loadChunk(failToLoad)).rejects.toMatchObject({ code: 'NoAnswer' });
  expect(loadDocument).not.toHaveBeenCalled();
  void loadChunk(failToLoad);
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledTimes(1));
});

test('never reloads without storage', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('storage is off');
  });
  await expect(loadChunk(failToLoad)).rejects.toThrow('Failed to fetch');
  expect(loadDocument).not.toHaveBeenCalled();
});

test('loads the document of the page to which a navigation leads', async () => {
  void loadChunk(failToLoad, 'https://portal.example/UK/nuk/repairs/track');
  await vi.waitFor(() =>
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith('https://portal.example/UK/nuk/repairs/track'),
  );
});
