import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BareError } from './last-resort.tsx';

test.each([
  ['/DE/nuk/repairs', 'Hoppla, da ist etwas schiefgelaufen', 'de-DE'],
  ['/FR', 'Oups, un problème est survenu', 'fr-FR'],
  ['/UK/nuk', 'Oops, something went wrong', 'en-GB'],
])('at %s a page says without any language loaded that something went wrong', (address, title, locale) => {
  history.replaceState(null, '', address);
  render(<BareError />);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('link')).toHaveAccessibleName();
  expect(document.documentElement.lang).toBe(locale);
});
