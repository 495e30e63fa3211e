import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pictograms } from '#shared/catalogue/pictograms.ts';
import { Pictogram } from './pictogram.tsx';

test('each is a drawing of its own, in the colour of its text, that nobody reads out', () => {
  const { container } = render(pictograms.map((name) => <Pictogram key={name} name={name} />));
  const drawn = [...container.querySelectorAll('svg.pictogram[aria-hidden="true"] path')];
  expect(new Set(drawn.map((path) => path.getAttribute('d'))).size).toBe(pictograms.length);
  expect(container).toHaveTextContent(/^$/);
  expect(container.querySelector('[fill], [stroke]')).toBeNull();
});

test('where it isn’t known there is none', () => {
  const { container } = render(<Pictogram name={undefined} />);
  expect(container).toBeEmptyDOMElement();
});
