import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#shared/api/errors.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { FallbackErrorPage } from './app-error-boundary.tsx';

vi.mock('#web/browser/load-document.ts');

test('shows an outage at startup and reloads when it ends', async () => {
  const fetchMock = vi.fn<typeof fetch>().mockImplementation(async () => new Response('<html>', { status: 504 }));
  vi.stubGlobal('fetch', fetchMock);
  history.replaceState(null, '', '/DE/nuk/repairs/book');
  render(<FallbackErrorPage error={new AppError('ServiceUnavailable')} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Das Portal ist im Moment nicht erreichbar');
  screen.getByRole('button', { name: 'Erneut versuchen' }).click();
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
  fetchMock.mockImplementation(async () => Response.json({}));
  expect(loadDocument).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith(location.href));
});

test.each([
  ['/DE/nuk/repairs', 'Hoppla, da ist etwas schiefgelaufen', 'de-DE'],
  ['/FR', 'Oups, un problème est survenu', 'fr-FR'],
  ['/UK/nuk', 'Oops, something went wrong', 'en-GB'],
])('renders the error page without loaded texts at %s', (path, title, locale) => {
  history.replaceState(null, '', path);
  render(<FallbackErrorPage />);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('link')).toHaveAccessibleName();
  expect(document.documentElement.lang).toBe(locale);
});
