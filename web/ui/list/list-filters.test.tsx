import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '#web/language/i18n.ts';
import { ListFilters } from './list-filters.tsx';

beforeEach(() => setLanguage('UK'));

test('what is folded away on a phone unfolds with a button that names it', async () => {
  render(
    <ListFilters first={<input aria-label="Search" />} others={[undefined, undefined]}>
      <input aria-label="Period" />
    </ListFilters>,
  );
  const button = screen.getByRole('button', { name: 'Filters', expanded: false });
  const others = document.querySelector(`[id="${button.getAttribute('aria-controls')}"]`);
  expect(others).toContainElement(screen.getByRole('textbox', { name: 'Period' }));
  expect(others).not.toContainElement(screen.getByRole('textbox', { name: 'Search' }));
  expect(others).not.toHaveClass('is-unfolded');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(others).toHaveClass('is-unfolded');
});

test('folded or not, it says how many of them are set', () => {
  render(
    <ListFilters first={null} others={['received', undefined, 'DE-2001']}>
      {null}
    </ListFilters>,
  );
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeInTheDocument();
});
