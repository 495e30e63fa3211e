import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pictograms } from '#shared/catalogue/pictograms.ts';
import { Pictogram } from './pictogram.tsx';

test('each is a drawing of its own, in the colour of its text, that nobody reads out; what isn’t known has none', () => {
  const { container } = render(
    [...pictograms, undefined].map((name) => <Pictogram key={name ?? 'unknown'} name={name} />),
  );
  const drawn = [...container.querySelectorAll('svg.pictogram[aria-hidden="true"] path')];
  expect(drawn).toHaveLength(pictograms.length);
  expect(new Set(drawn.map((path) => path.getAttribute('d'))).size).toBe(pictograms.length);
  expect(container).toHaveTextContent(/^$/);
  expect(container.querySelector('[fill], [stroke]')).toBeNull();
});
