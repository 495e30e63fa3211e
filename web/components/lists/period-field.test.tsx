import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en-GB.json';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '#web/i18n/load-texts.ts';
import type { Period } from './period-field.tsx';
import { PeriodField, parsePeriod, toPeriod, findPreset } from './period-field.tsx';

const today = '2026-11-21';
const onChange = vi.fn<(period: Period) => void>();

const Filter = ({ initial = {} }: { readonly initial?: Period }) => {
  const [value, setValue] = useState(initial);
  const change = (period: Period) => {
    onChange(period);
    setValue(period);
  };
  return (
    <I18nProvider locale="en-GB" messages={[messages]}>
      <PeriodField value={value} today={today} onChange={change} />
      <button type="button" onClick={() => setValue({})}>
        Clear
      </button>
    </I18nProvider>
  );
};

const choose = async (option: string) => {
  await userEvent.click(screen.getByRole('button', { name: /^Period/ }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

beforeEach(() => setLanguage('UK'));

test('chooses a preset in one step, without date fields', async () => {
  render(<Filter />);
  await choose('Last 7 days');
  expect(onChange.mock.calls).toEqual([[{ from: '2026-11-15' }]]);
  expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
  await choose('Any time');
  expect(onChange).toHaveBeenLastCalledWith({});
});

test('accepts typed dates in local notation', async () => {
  render(<Filter />);
  await choose('Choose dates');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('From'), '1 Feb 26{Tab}');
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-02-01', to: undefined });
  await userEvent.type(screen.getByLabelText('To'), '03/02/2026{Tab}');
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-02-01', to: '2026-02-03' });
  expect(screen.getByLabelText('From')).toHaveValue('01/02/2026');
});

test('shows date errors on blur and does not filter by them', async () => {
  render(<Filter />);
  await choose('Choose dates');
  await userEvent.type(screen.getByLabelText('From'), '31/2/2026');
  expect(screen.queryByText('Please enter a valid date, such as 21/11/2026.')).not.toBeInTheDocument();
  await userEvent.tab();
  expect(screen.getByText('Please enter a valid date, such as 21/11/2026.')).toBeInTheDocument();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByLabelText('From'));
  await userEvent.type(screen.getByLabelText('From'), '01/02/2026{Tab}');
  await userEvent.type(screen.getByLabelText('To'), '01/01/2026{Tab}');
  expect(screen.getByText('The end date must not be before the start date.')).toBeInTheDocument();
  expect(onChange).not.toHaveBeenCalledWith(expect.objectContaining({ to: '2026-01-01' }));
});

test('shows the initial dates until they are cleared', async () => {
  render(<Filter initial={{ from: '2026-02-01', to: '2026-02-03' }} />);
  expect(screen.getByLabelText('From')).toHaveValue('01/02/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Period/ })).toHaveTextContent('Any time');
});

const todayInMarch = '2026-03-02';

describe('presets', () => {
  test.each([
    ['anyTime', {}],
    ['last7Days', { from: '2026-02-24' }],
    ['last30Days', { from: '2026-02-01' }],
    ['thisYear', { from: '2026-01-01' }],
  ] as const)('converts %s to a period and back', (preset, period) => {
    expect(toPeriod(preset, todayInMarch)).toEqual(period);
    expect(findPreset({ from: undefined, to: undefined, ...period }, todayInMarch)).toBe(preset);
  });

  test('recognizes no preset in other dates', () => {
    expect(findPreset({ from: '2026-02-24', to: '2026-02-28' }, todayInMarch)).toBeUndefined();
    expect(findPreset({ from: '2026-02-25' }, todayInMarch)).toBeUndefined();
  });
});

test.each([
  ['2026-01-01', '', { from: '2026-01-01', to: undefined }],
  ['', '', { from: undefined, to: undefined }],
  ['2026-01-01', '2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
  // Not complete or not valid.
  ['1/1/20', '', undefined],
  ['2026-02-30', '', undefined],
  ['', 'x', undefined],
  ['2026-02-01', '2026-01-01', undefined],
])('parses the days %j and %j as %j', (from, to, period) => expect(parsePeriod({ from, to })).toEqual(period));
