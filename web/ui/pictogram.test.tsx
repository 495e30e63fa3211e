import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pictograms } from '#shared/catalogue/pictograms.ts';
import { Pictogram } from './pictogram.tsx';

test('draws distinct decorative icons, none for an unknown name', () => {
  const { container } = render(
    [...pictograms, undefined].map((name) => <Pictogram key={name ?? 'unknown'} name={name} />),
  );
  const drawnPaths = [...container.querySelectorAll('svg.pictogram[aria-hidden="true"] path')];
  expect(drawnPaths).toHaveLength(pictograms.length);
  expect(new Set(drawnPaths.map((path) => path.getAttribute('d'))).size).toBe(pictograms.length);
  expect(container).toHaveTextContent(/^$/);
  expect(container.querySelector('[fill], [stroke]')).toBeNull();
});
