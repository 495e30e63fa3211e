import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openSite } from '#web/testing/site.tsx';

vi.mock('#shared/locales/de.json', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('shows built-in error texts when the language fails to load', async () => {
  // The document has already been reloaded once.
  sessionStorage.setItem('chunkReload', String(Date.now()));
  openSite('/DE/nuk/legal-information/privacy-policy');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Hoppla, da ist etwas schiefgelaufen');
  expect(screen.getByRole('link', { name: 'Startseite' })).toHaveAttribute('href', '/DE/nuk');
  expect(document.body).not.toHaveTextContent(/shell\.|pageErrors\./);
});
