import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { collectRenders } from '#web/testing/renders.ts';
import { DataTable } from './data-table.tsx';

type Item = { readonly id: string };
const items = ['a', 'b', 'c'].map((id) => ({ id }));
const cell = vi.fn<(item: Item) => string>(({ id }) => `cell ${id}`);
const columns = [{ id: 'name', header: 'Name', text: cell, isRowHeader: true, minWidth: 100 }];
const commonProps = {
  label: 'Things',
  columns,
  items,
  sort: { column: 'name', isDescending: false },
  onSort: () => undefined,
  placeholder: null,
};

const toLabel = ({ id }: Item) => `Choose ${id}`;

const SelectableTable = () => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback(
    (ids: readonly string[], isChosen: boolean) =>
      setChosen((previous) => new Set([...[...previous].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])])),
    [],
  );
  return (
    <DataTable {...commonProps} selection={{ selectedIds: chosen, select: choose, toLabel, allLabel: 'Choose all' }} />
  );
};

test('renders no cell again when rows are selected', async () => {
  const user = userEvent.setup({ delay: null });
  render(<SelectableTable />);
  const cellRenderCount = cell.mock.calls.length;
  await user.click(screen.getByRole('checkbox', { name: 'Choose b' }));
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toBePartiallyChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  for (const { id } of items) expect(screen.getByRole('checkbox', { name: `Choose ${id}` })).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  for (const { id } of items) expect(screen.getByRole('checkbox', { name: `Choose ${id}` })).not.toBeChecked();
  expect(cell.mock.calls.length).toBe(cellRenderCount);
});

test('renders only the row of the clicked checkbox', async () => {
  const user = userEvent.setup({ delay: null });
  render(<SelectableTable />);
  const renderedElements = await collectRenders(() => user.click(screen.getByRole('checkbox', { name: 'Choose b' })));
  const rows = renderedElements.flatMap((element) => element.closest('tbody tr') ?? []);
  expect(new Set(rows)).toEqual(new Set([screen.getByRole('rowheader', { name: 'cell b' }).closest('tr')]));
});

const emptySelection = { selectedIds: new Set<string>(), select: () => undefined, toLabel, allLabel: 'Choose all' };

test('disables the header checkbox without rows, and omits it without selection', () => {
  const { rerender } = render(
    <DataTable {...commonProps} items={[]} placeholder="nothing" selection={emptySelection} />,
  );
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toBeDisabled();
  rerender(<DataTable {...commonProps} />);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
});

test('shows an arrow in the head of the sorted column only', () => {
  const twoColumns = [...columns, { id: 'other', header: 'Other', text: cell, minWidth: 100 }];
  const { rerender } = render(<DataTable {...commonProps} columns={twoColumns} />);
  const hasArrows = () => screen.getAllByRole('columnheader').map((header) => header.querySelector('svg') !== null);
  expect(hasArrows()).toEqual([true, false]);
  rerender(<DataTable {...commonProps} columns={twoColumns} sort={{ column: 'other', isDescending: true }} />);
  expect(hasArrows()).toEqual([false, true]);
});

describe('DataTable with a long list', () => {
  const manyItems = Array.from({ length: 1000 }, (_, index) => ({ id: `item ${index}` }));
  type Callback = (entries: readonly { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void;
  const callbacks = new Map<Element, Callback>();

  class Observer {
    readonly #callback: Callback;
    constructor(callback: Callback) {
      this.#callback = callback;
    }
    observe(element: Element) {
      callbacks.set(element, this.#callback);
    }
    disconnect() {}
  }
  /** Scrolls so that only these blocks are near the viewport. */
  const scrollTo = (...visibleBlocks: readonly number[]) =>
    act(() => {
      for (const [index, [, callback]] of [...callbacks].entries())
        callback([{ isIntersecting: visibleBlocks.includes(index), boundingClientRect: { height: 1500 } }]);
    });
  const readShownRows = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
  const open = () => {
    callbacks.clear();
    vi.stubGlobal('IntersectionObserver', Observer);
    return render(<DataTable {...commonProps} items={manyItems} selection={emptySelection} />);
  };

  test('renders only rows near the viewport, and all rows for printing', () => {
    open();
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1001');
    scrollTo(0, 1);
    expect(readShownRows()).toHaveLength(50);
    scrollTo(3);
    expect(readShownRows()).toEqual(manyItems.slice(75, 100).map(({ id }) => `cell ${id}`));
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '77');
    // The placeholder keeps the height of the page.
    expect([...callbacks.keys()][0]).toHaveStyle({ blockSize: '1500px' });
    scrollTo(0);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(readShownRows()).toHaveLength(1000);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(readShownRows()).toHaveLength(25);
  });

  test('keeps a row rendered while it has the focus', () => {
    open();
    scrollTo(0);
    screen.getByRole('checkbox', { name: 'Choose item 3' }).focus();
    scrollTo(20);
    expect(screen.getByRole('checkbox', { name: 'Choose item 3' })).toHaveFocus();
    expect(readShownRows()).toHaveLength(50);
  });

  test.each([
    ['on top', [{ id: 'new' }, ...manyItems], 27],
    ['at the end', [...manyItems, ...Array.from({ length: 510 }, (_, index) => ({ id: `more ${index}` }))], 26],
  ])('keeps rendered rows and the focus with new rows %s', (_, moreItems, position) => {
    const { rerender } = open();
    scrollTo(0, 1);
    // Last row of its block.
    const box = screen.getByRole('checkbox', { name: 'Choose item 24' });
    box.focus();
    rerender(<DataTable {...commonProps} items={moreItems} selection={emptySelection} />);
    expect(box).toHaveFocus();
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', String(moreItems.length + 1));
    expect(box.closest('tr')).toHaveAttribute('aria-rowindex', String(position));
  });
});
