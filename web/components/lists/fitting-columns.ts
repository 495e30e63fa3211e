import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { isNarrow } from '#web/browser/window-width.ts';
import type { ListColumn } from './list-column.ts';
import type { ColumnChoice } from './remembered-list.ts';

type Column = Pick<ListColumn<never>, 'id' | 'minWidth' | 'priority'>;

/** Returns the minimum width of all columns together, in pixels. */
export const sumWidths = (columns: readonly Pick<Column, 'minWidth'>[]): number =>
  columns.reduce((sum, { minWidth }) => sum + minWidth, 0);

/** Returns the columns that the user has not switched off. */
export const findChosenColumns = <Item extends Pick<Column, 'id'>>(
  columns: readonly Item[],
  choice: readonly ColumnChoice[],
): readonly Item[] => columns.filter(({ id }) => choice.some((column) => column.id === id && column.visible));

/**
 * Returns the ids of the columns to hide so that the others fit into a width in pixels: those of the lowest priority
 * first. Columns that the user has pinned stay.
 */
export const findHiddenColumns = (
  columns: readonly Column[],
  choice: readonly ColumnChoice[],
  width: number,
): ReadonlySet<string> => {
  const visibleColumns = findChosenColumns(columns, choice);
  const hideable = visibleColumns
    .filter(
      ({ id, priority }) => priority !== undefined && !choice.some((column) => column.id === id && column.isPinned),
    )
    .toSorted((left, right) => (left.priority ?? 0) - (right.priority ?? 0));
  let neededWidth = sumWidths(visibleColumns);
  const hiddenIds = new Set<string>();
  for (const { id, minWidth } of hideable) {
    if (neededWidth <= width) break;
    neededWidth -= minWidth;
    hiddenIds.add(id);
  }
  return hiddenIds;
};

/**
 * Returns the width of an element in pixels, already at its first paint; infinite if it is not laid out or the window is
 * too narrow for columns.
 */
export const useElementWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const updateWidth = (measuredWidth: number) =>
      setWidth(isNarrow() ? Infinity : Math.floor(measuredWidth) || Infinity);
    updateWidth(element.current.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => entry && updateWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
};
