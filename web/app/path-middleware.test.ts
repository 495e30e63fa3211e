import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { setCloudscapeLanguage } from './cloudscape-texts.ts';
import { pathMiddleware } from './path-middleware.ts';

vi.mock('#web/browser/load-document.ts');
vi.mock('./cloudscape-texts.ts');

const navigate = (path: string, next: () => Promise<unknown>) => {
  const url = new URL(path, 'https://portal.example');
  return pathMiddleware(
    { url, request: new Request(url), params: {}, context: new RouterContextProvider(), pattern: '' } as never,
    next,
  );
};

test('reloads the requested page when Cloudscape’s messages fail to load', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  vi.mocked(setCloudscapeLanguage).mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  const next = vi.fn<() => Promise<unknown>>();
  void navigate('/FR/nuk/repairs/track?rma=R1', next);
  await vi.waitFor(() =>
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith('https://portal.example/FR/nuk/repairs/track?rma=R1'),
  );
  expect(next).not.toHaveBeenCalled();
});
