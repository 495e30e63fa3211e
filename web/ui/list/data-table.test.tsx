import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { rendersDuring } from '#web/testing/renders.ts';
import { DataTable } from './data-table.tsx';

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
  const choose = useCallback(
    (ids: readonly string[], isChosen: boolean) =>
      setChosen((before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])])),
    [],
  );
  return <DataTable {...common} selection={{ chosen, choose, labelOf, allLabel: 'Choose all' }} />;
};

test('choosing rows, or all of them, makes no cell anew', async () => {
  const user = userEvent.setup({ delay: null });
  render(<Choosable />);
  const rendered = cell.mock.calls.length;
  await user.click(screen.getByRole('checkbox', { name: 'Choose b' }));
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toBePartiallyChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  for (const { id } of items) expect(screen.getByRole('checkbox', { name: `Choose ${id}` })).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  for (const { id } of items) expect(screen.getByRole('checkbox', { name: `Choose ${id}` })).not.toBeChecked();
  expect(cell.mock.calls.length).toBe(rendered);
});

test('a checkbox renders its own row only', async () => {
  const user = userEvent.setup({ delay: null });
  render(<Choosable />);
  const rendered = await rendersDuring(() => user.click(screen.getByRole('checkbox', { name: 'Choose b' })));
  const rows = rendered.flatMap((element) => element.closest('tbody tr') ?? []);
  expect(new Set(rows)).toEqual(new Set([screen.getByRole('rowheader', { name: 'cell b' }).closest('tr')]));
});

const choice = { chosen: new Set<string>(), choose: () => undefined, labelOf, allLabel: 'Choose all' };

test('where there are no rows, none can be chosen, and without a selection there is nothing to choose', () => {
  const { rerender } = render(<DataTable {...common} items={[]} instead="nothing" selection={choice} />);
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toBeDisabled();
  rerender(<DataTable {...common} />);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
});

describe('of a long list', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ id: `item ${index}` }));
  type Callback = (entries: readonly { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void;
  const watched = new Map<Element, Callback>();

  class Observer {
    readonly #callback: Callback;
    constructor(callback: Callback) {
      this.#callback = callback;
    }
    observe(element: Element) {
      watched.set(element, this.#callback);
    }
    disconnect() {}
  }
  /** Scrolls so that only these stretches are near. */
  const scrollTo = (...near: readonly number[]) =>
    act(() => {
      for (const [index, [, callback]] of [...watched].entries())
        callback([{ isIntersecting: near.includes(index), boundingClientRect: { height: 1500 } }]);
    });
  const shown = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
  const open = () => {
    watched.clear();
    vi.stubGlobal('IntersectionObserver', Observer);
    return render(<DataTable {...common} items={many} selection={choice} />);
  };

  test('only rows near what is in view are there, and counted among all; while it is printed all of them are', () => {
    open();
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1001');
    scrollTo(0, 1);
    expect(shown()).toHaveLength(50);
    scrollTo(3);
    expect(shown()).toEqual(many.slice(75, 100).map(({ id }) => `cell ${id}`));
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '77');
    // Where they were the page keeps its height.
    expect([...watched.keys()][0]).toHaveStyle({ blockSize: '1500px' });
    scrollTo(0);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(shown()).toHaveLength(1000);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(shown()).toHaveLength(25);
  });

  test('a row that holds the focus stays', () => {
    open();
    scrollTo(0);
    screen.getByRole('checkbox', { name: 'Choose item 3' }).focus();
    scrollTo(20);
    expect(screen.getByRole('checkbox', { name: 'Choose item 3' })).toHaveFocus();
    expect(shown()).toHaveLength(50);
  });

  test.each([
    ['on top', [{ id: 'new' }, ...many], 27],
    ['at the end', [...many, ...Array.from({ length: 510 }, (_, at) => ({ id: `more ${at}` }))], 26],
  ])('new rows %s leave the others where they are, with what has the focus', (_, more, position) => {
    const { rerender } = open();
    scrollTo(0, 1);
    // The last of its stretch.
    const box = screen.getByRole('checkbox', { name: 'Choose item 24' });
    box.focus();
    rerender(<DataTable {...common} items={more} selection={choice} />);
    expect(box).toHaveFocus();
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', String(more.length + 1));
    expect(box.closest('tr')).toHaveAttribute('aria-rowindex', String(position));
  });
});
