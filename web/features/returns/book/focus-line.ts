import type { LineField } from './line-problems.ts';

/** Where lines are typed: in the row for the next one, in the place of one that is there, or in a file's report. */
export type LineScope = 'entry' | 'line' | 'row';

export const lineFieldName = (scope: LineScope, field: LineField) => `${scope}.${field}`;

/** Focuses a line's field; what stands in it is selected, so that the next scan takes its place. */
export const focusLineField = (scope: LineScope, field: LineField) => {
  const place = document.querySelector(`[data-field="${lineFieldName(scope, field)}"]`);
  const input = place?.querySelector('input');
  input?.select();
  (input ?? place?.querySelector('button'))?.focus();
};

export const focusLine = (key: number) => {
  const row = document.querySelector(`[data-line="${key}"]`);
  row?.querySelector('button')?.focus({ preventScroll: true });
  row?.scrollIntoView?.({ block: 'nearest' });
};

export const focusLines = () => document.querySelector<HTMLElement>('#lines-title')?.focus();
