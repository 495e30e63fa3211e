import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#web/i18n/load-texts.ts';
import { SearchField } from './search-field.tsx';

const onSearch = vi.fn<(text: string) => void>();
const field = () => screen.getByRole('searchbox', { name: 'Search' });
const buildField = (value: string) => (
  <SearchField label="Search" value={value} hint="How a number begins" onSearch={onSearch} />
);

beforeEach(() => setLanguage('UK'));

test('searches once on Enter or Tab; another scan replaces the text', async () => {
  render(buildField(''));
  expect(field()).toHaveAttribute('placeholder', 'How a number begins');
  await userEvent.type(field(), ' XKW1 {Enter}');
  expect(onSearch.mock.calls).toEqual([['XKW1']]);
  await userEvent.keyboard('{Enter}');
  expect(onSearch).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('XKW2{Enter}');
  await userEvent.keyboard('XKW3{Tab}');
  expect(onSearch.mock.calls).toEqual([['XKW1'], ['XKW2'], ['XKW3']]);
});

test('removes invisible characters from pasted text', async () => {
  render(buildField(''));
  await userEvent.click(field());
  await userEvent.paste('\u200BXKW\u00AD1\uFEFF ');
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['XKW1']]);
});

test('searches for an empty text when cleared', async () => {
  render(buildField('REF'));
  await userEvent.clear(field());
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['']]);
});

test.each([
  ['x'.repeat(41), 'No more than 40 characters are allowed.'],
  ['a\u0001b', 'Invalid text.'],
])('rejects %j with an error', async (text, problem) => {
  render(buildField(''));
  await userEvent.click(field());
  await userEvent.paste(text);
  await userEvent.keyboard('{Enter}');
  expect(onSearch).not.toHaveBeenCalled();
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(new RegExp(problem));
});

test('searches after a pause without overwriting further input', async () => {
  const { rerender } = render(buildField(''));
  await userEvent.type(field(), 'AB');
  expect(onSearch).not.toHaveBeenCalled();
  await waitFor(() => expect(onSearch.mock.calls).toEqual([['AB']]));
  await userEvent.keyboard('C');
  rerender(buildField('AB'));
  expect(field()).toHaveValue('ABC');
});

test('follows back and forward navigation', async () => {
  const { rerender } = render(buildField(''));
  await userEvent.type(field(), 'AB{Enter}');
  rerender(buildField('AB'));
  rerender(buildField(''));
  expect(field()).toHaveValue('');
  rerender(buildField('AB'));
  expect(field()).toHaveValue('AB');
});
