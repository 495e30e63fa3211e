import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WithIdentifiers } from './no-wrap.tsx';

test.each([
  ['Edit return RET-1001-014', ['RET-1001-014']],
  ['Nintendo Switch 2, ref. 1001-0034, 14:05', ['1001-0034,']],
  ['Two-step verification', []],
  // So long a one may break.
  ['Repair 1001-0034-0035-0036', []],
])('in “%s” identifiers stand on one line, and no word is lost', (text, whole) => {
  const { container } = render(<WithIdentifiers text={text} />);
  expect(container).toHaveTextContent(text);
  expect([...container.querySelectorAll('.no-wrap')].map(({ textContent }) => textContent)).toEqual(whole);
});
