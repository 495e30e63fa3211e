import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#web/i18n/load-texts.ts';
import { SearchField } from './search-field.tsx';

const onSearch = vi.fn<(text: string) => void>();
const getField = () => screen.getByRole('searchbox', { name: 'Search' });
const buildField = (value: string) => (
  <SearchField label="Search" value={value} hint="How a number begins" onSearch={onSearch} />
);

beforeEach(() => setLanguage('UK'));

test('searches once on Enter or Tab; the next scan replaces the text', async () => {
  render(buildField(''));
  expect(getField()).toHaveAttribute('placeholder', 'How a number begins');
  await userEvent.type(getField(), ' XKW1 {Enter}');
  expect(onSearch.mock.calls).toEqual([['XKW1']]);
  await userEvent.keyboard('{Enter}');
  expect(onSearch).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('XKW2{Enter}');
  await userEvent.keyboard('XKW3{Tab}');
  expect(onSearch.mock.calls).toEqual([['XKW1'], ['XKW2'], ['XKW3']]);
});

test('removes invisible characters from pasted text', async () => {
  render(buildField(''));
  await userEvent.click(getField());
  await userEvent.paste('\u200BXKW\u00AD1\uFEFF ');
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['XKW1']]);
});

test('searches for an empty text when cleared', async () => {
  render(buildField('REF'));
  await userEvent.clear(getField());
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['']]);
});

test.each([
  ['x'.repeat(41), 'No more than 40 characters are allowed.'],
  ['a\u0001b', 'Invalid text.'],
])('rejects %j with an error', async (text, problem) => {
  render(buildField(''));
  await userEvent.click(getField());
  await userEvent.paste(text);
  await userEvent.keyboard('{Enter}');
  expect(onSearch).not.toHaveBeenCalled();
  expect(getField()).toBeInvalid();
  expect(getField()).toHaveAccessibleDescription(new RegExp(problem));
});

test('searches after a pause without overwriting further input', async () => {
  const { rerender } = render(buildField(''));
  await userEvent.type(getField(), 'AB');
  expect(onSearch).not.toHaveBeenCalled();
  await waitFor(() => expect(onSearch.mock.calls).toEqual([['AB']]));
  await userEvent.keyboard('C');
  rerender(buildField('AB'));
  expect(getField()).toHaveValue('ABC');
});

test('shows the text of the URL after back and forward navigation', async () => {
  const { rerender } = render(buildField(''));
  await userEvent.type(getField(), 'AB{Enter}');
  rerender(buildField('AB'));
  rerender(buildField(''));
  expect(getField()).toHaveValue('');
  rerender(buildField('AB'));
  expect(getField()).toHaveValue('AB');
});
