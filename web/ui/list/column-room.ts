import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { isNarrow } from '#web/browser/narrow.ts';
import type { ListColumn } from './list-column.ts';
import type { ColumnChoice } from './remembered-list.ts';

type Column = Pick<ListColumn<never>, 'id' | 'minWidth' | 'worth'>;

/** The columns that don't fit into so many pixels, by their ids: those of the least worth, until the others fit. What somebody has switched on stays. */
export const columnsWithoutRoom = (
  columns: readonly Column[],
  choice: readonly ColumnChoice[],
  width: number,
): readonly string[] => {
  const shown = columns.filter(({ id }) => choice.some((one) => one.id === id && one.visible));
  const leaving = shown
    .filter(({ id, worth }) => worth !== undefined && !choice.some((one) => one.id === id && one.isPinned))
    .toSorted((one, other) => (one.worth ?? 0) - (other.worth ?? 0));
  let needed = shown.reduce((sum, { minWidth }) => sum + minWidth, 0);
  return leaving.flatMap(({ id, minWidth }) => {
    if (needed <= width) return [];
    needed -= minWidth;
    return [id];
  });
};

/** How wide an element is, in pixels, from its first painting on; boundless where it isn't laid out, or rows have no columns. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const measure = (measured: number) => setWidth(isNarrow() ? Infinity : Math.floor(measured) || Infinity);
    measure(element.current.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
};
