import { useState } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '#shared/api/parse-json.ts';
import { browserMemory, toUserStorageKey } from '#web/browser/memory.ts';
import { useSession } from '#web/session/session-store.ts';
import { sizes } from './load-rows.ts';
import type { ListSize } from './load-rows.ts';

const columnChoice = z.object({ id: z.string(), visible: z.boolean(), isPinned: z.optional(z.boolean()) });

/** User's choice for a column, in the order of the columns. A pinned column is shown even if it does not fit. */
export type ColumnChoice = z.output<typeof columnChoice>;

/** Returns a schema that reads an invalid or outdated value as undefined. */
const validOrUndefined = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(z.catch(z.optional(schema), undefined));

const rememberedListSchema = z.object({
  size: validOrUndefined(z.custom<ListSize>((size) => sizes.some((validSize) => validSize === size))),
  columns: validOrUndefined(z.readonly(z.array(columnChoice))),
  isCompact: validOrUndefined(z.boolean()),
});
type RememberedList = Partial<z.output<typeof rememberedListSchema>>;

export const parseRememberedList = (text: string | undefined): RememberedList =>
  rememberedListSchema.safeParse(parseJson(text ?? '')).data ?? {};

type KnownColumn = { readonly id: string; readonly isRowHeader?: boolean; readonly isOffByDefault?: boolean };

/**
 * Returns all columns with the user's choice applied: unknown columns are dropped, new ones appended, and the row
 * header is always shown.
 */
export const applyColumnChoice = (
  allColumns: readonly KnownColumn[],
  choices: readonly ColumnChoice[] = [],
): ColumnChoice[] => {
  const isRowHeaderColumn = (id: string) => allColumns.find((column) => column.id === id)?.isRowHeader === true;
  const seenIds = new Set<string>();
  const candidates: readonly ColumnChoice[] = [
    ...choices,
    ...allColumns.map(({ id, isOffByDefault = false }) => ({ id, visible: !isOffByDefault })),
  ];
  return candidates
    .filter(({ id }) => allColumns.some((column) => column.id === id) && !seenIds.has(id) && seenIds.add(id))
    .map((column) => ({ ...column, visible: column.visible || isRowHeaderColumn(column.id) }));
};

export const useRememberedList = (listName: string) => {
  const session = useSession();
  const name = session && toUserStorageKey(`list.${listName}`, session);
  const readList = () => parseRememberedList(name && browserMemory.get(name));
  const [rememberedList, setRememberedList] = useState(() => ({ name, value: readList() }));
  if (rememberedList.name !== name) setRememberedList({ name, value: readList() });

  const remember = (changes: RememberedList) => {
    const value = { ...rememberedList.value, ...changes };
    setRememberedList({ name, value });
    if (name !== undefined) browserMemory.set(name, JSON.stringify(value));
  };
  return [rememberedList.value, remember] as const;
};
