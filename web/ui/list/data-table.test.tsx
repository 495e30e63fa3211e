import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCallback, useMemo, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Selection } from './row-choice.tsx';

type Item = { readonly id: string };
const items = ['a', 'b', 'c'].map((id) => ({ id }));
const cell = vi.fn<(item: Item) => string>(({ id }) => `cell ${id}`);
const columns = [{ id: 'name', header: 'Name', text: cell, isRowHeader: true, minWidth: 100 }];
const common = {
  label: 'Things',
  columns,
  items,
  sort: { column: 'name', isDescending: false },
  onSort: () => undefined,
  instead: null,
};

const labelOf = ({ id }: Item) => `Choose ${id}`;

const Choosable = () => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((ids: readonly string[], isChosen: boolean) => {
    setChosen((before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]));
  }, []);
  const selection = useMemo<Selection<Item>>(
    () => ({ chosen, choose, labelOf, allLabel: 'Choose all' }),
    [chosen, choose],
  );
  return <DataTable {...common} selection={selection} />;
};

test('without a selection there is nothing to choose', () => {
  render(<DataTable {...common} />);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
});

test('choosing rows, or all of them, makes no cell anew', async () => {
  const user = userEvent.setup({ delay: null });
  render(<Choosable />);
  const rendered = cell.mock.calls.length;
  await user.click(screen.getByRole('checkbox', { name: 'Choose b' }));
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toBePartiallyChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  for (const { id } of items) expect(screen.getByRole('checkbox', { name: `Choose ${id}` })).toBeChecked();
  expect(cell.mock.calls.length).toBe(rendered);
});

test('where there are no rows, none can be chosen', () => {
  render(
    <DataTable
      {...common}
      items={[]}
      instead="nothing"
      selection={{ chosen: new Set(), choose: () => undefined, labelOf, allLabel: 'Choose all' }}
    />,
  );
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toBeDisabled();
});
