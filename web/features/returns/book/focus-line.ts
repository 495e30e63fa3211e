import type { LineField } from './line-problems.ts';

/** Place where a line is entered: the entry row for the next line, an existing line, or a row of a file's report. */
export type LineScope = 'entry' | 'line' | 'row';

export const lineFieldName = (scope: LineScope, field: LineField) => `${scope}.${field}`;

/** Focuses a line's field and selects its text, so that the next scan replaces it. Returns false if the field is not shown. */
export const focusLineField = (scope: LineScope, field: LineField): boolean => {
  const container = document.querySelector(`[data-field="${lineFieldName(scope, field)}"]`);
  const input = container?.querySelector('input');
  input?.select();
  (input ?? container?.querySelector('button'))?.focus();
  return container !== null;
};

export const scrollToLine = (key: number) =>
  document.querySelector(`[data-line="${key}"]`)?.scrollIntoView?.({ block: 'nearest' });

export const focusLine = (key: number) => {
  const row = document.querySelector(`[data-line="${key}"]`);
  row?.querySelector('button')?.focus({ preventScroll: true });
  scrollToLine(key);
};

export const focusLinesHeading = () => document.querySelector<HTMLElement>('#lines-title')?.focus();
