import { useState } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '#shared/api/parse-json.ts';
import { browserMemory, userStorageKey } from '#web/browser/memory.ts';
import { useSession } from '#web/session/session-store.ts';
import { sizes } from './list-view.ts';
import type { ListSize } from './load-rows.ts';

const columnChoice = z.object({ id: z.string(), visible: z.boolean(), isPinned: z.optional(z.boolean()) });

/** Position of a column and whether it is shown; a pinned one is shown even if it does not fit. */
export type ColumnChoice = z.output<typeof columnChoice>;

/** Accepts a valid value, and treats invalid or outdated ones as missing. */
const validOrUndefined = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(z.catch(z.optional(schema), undefined));

const remembered = z.object({
  size: validOrUndefined(z.custom<ListSize>((size) => sizes.some((validSize) => validSize === size))),
  columns: validOrUndefined(z.readonly(z.array(columnChoice))),
  isCompact: validOrUndefined(z.boolean()),
});
type RememberedList = Partial<z.output<typeof remembered>>;

export const parseRememberedList = (text: string | undefined): RememberedList =>
  remembered.safeParse(parseJson(text ?? '')).data ?? {};

type KnownColumn = { readonly id: string; readonly isRowHeader?: boolean; readonly isOffByDefault?: boolean };

/**
 * Returns all columns with the user's choice applied: unknown columns are dropped, new ones appended, and the row
 * header is always shown.
 */
export const applyColumnChoice = (
  declared: readonly KnownColumn[],
  chosen: readonly ColumnChoice[] = [],
): ColumnChoice[] => {
  const isRowHeaderColumn = (id: string) => declared.find((column) => column.id === id)?.isRowHeader === true;
  const seenIds = new Set<string>();
  const candidates: readonly ColumnChoice[] = [
    ...chosen,
    ...declared.map(({ id, isOffByDefault = false }) => ({ id, visible: !isOffByDefault })),
  ];
  return candidates
    .filter(({ id }) => declared.some((column) => column.id === id) && !seenIds.has(id) && seenIds.add(id))
    .map((column) => ({ ...column, visible: column.visible || isRowHeaderColumn(column.id) }));
};

export const useRememberedList = (list: string) => {
  const session = useSession();
  const name = session && userStorageKey(`list.${list}`, session);
  const read = () => parseRememberedList(name && browserMemory.get(name));
  const [stored, setStored] = useState(() => ({ name, value: read() }));
  if (stored.name !== name) setStored({ name, value: read() });

  const remember = (changes: RememberedList) => {
    const value = { ...stored.value, ...changes };
    setStored({ name, value });
    if (name !== undefined) browserMemory.set(name, JSON.stringify(value));
  };
  return [stored.value, remember] as const;
};
