import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withCloudscapeTexts } from './cloudscape.tsx';

test('skips rerendering when props are unchanged', () => {
  let renderCount = 0;
  const Inner = withCloudscapeTexts(({ name }: { readonly name: string }) => {
    renderCount += 1;
    return <p>{name}</p>;
  });
  const { rerender } = render(<Inner name="first" />);
  rerender(<Inner name="first" />);
  expect(renderCount).toBe(1);
  rerender(<Inner name="second" />);
  expect(screen.getByText('second')).toBeInTheDocument();
  expect(renderCount).toBe(2);
});
