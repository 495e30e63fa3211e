import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WithIdentifiers } from './no-wrap.tsx';

test.each([
  ['Edit return RET-1001-014', ['RET-1001-014']],
  ['Nintendo Switch 2, ref. 1001-0034, 14:05', ['1001-0034,']],
  ['Two-step verification', []],
  // Long identifiers may wrap.
  ['Repair 1001-0034-0035-0036', []],
])('keeps identifiers of “%s” unbroken', (text, identifiers) => {
  const { container } = render(<WithIdentifiers text={text} />);
  expect(container).toHaveTextContent(text);
  expect([...container.querySelectorAll('.no-wrap')].map(({ textContent }) => textContent)).toEqual(identifiers);
});
