import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { withCloudscapeTexts } from './cloudscape.tsx';

test('what stays as it is does not render again with what stands around it', () => {
  let renders = 0;
  const Inner = withCloudscapeTexts(({ name }: { readonly name: string }) => {
    renders += 1;
    return <p>{name}</p>;
  });
  const Around = () => {
    const [count, setCount] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          {`Pressed ${count}`}
        </button>
        <Inner name={count < 2 ? 'first' : 'second'} />
      </>
    );
  };
  render(<Around />);
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toHaveTextContent('Pressed 1');
  expect(renders).toBe(1);
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByText('second')).toBeInTheDocument();
  expect(renders).toBe(2);
});
