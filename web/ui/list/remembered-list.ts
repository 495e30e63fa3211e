import { useState } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '#shared/parse-json.ts';
import { browserMemory, ownName } from '#web/browser/memory.ts';
import { useSession } from '#web/session/session-store.ts';
import { sizes } from './list-view.ts';
import type { ListSize } from './load-rows.ts';

const columnChoice = z.object({ id: z.string(), visible: z.boolean(), isPinned: z.optional(z.boolean()) });

/** A column's place and whether it shows; one that is pinned also shows where there is no room for it. */
export type ColumnChoice = z.output<typeof columnChoice>;

/** What is broken, or of another time, counts as never said. */
const ifSound = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.catch(z.optional(schema), undefined));

const remembered = z.object({
  size: ifSound(z.custom<ListSize>((size) => sizes.some((known) => known === size))),
  columns: ifSound(z.readonly(z.array(columnChoice))),
  isCompact: ifSound(z.boolean()),
});
type RememberedList = Partial<z.output<typeof remembered>>;

export const readRemembered = (text: string | undefined): RememberedList =>
  remembered.safeParse(parseJson(text ?? '')).data ?? {};

type Known = { readonly id: string; readonly isRowHeader?: boolean; readonly isOffAtFirst?: boolean };

export const chosenColumns = (known: readonly Known[], chosen: readonly ColumnChoice[] = []): ColumnChoice[] => {
  const isNamed = (id: string) => known.find((column) => column.id === id)?.isRowHeader === true;
  const seen = new Set<string>();
  const all: readonly ColumnChoice[] = [
    ...chosen,
    ...known.map(({ id, isOffAtFirst = false }) => ({ id, visible: !isOffAtFirst })),
  ];
  return all
    .filter(({ id }) => known.some((column) => column.id === id) && !seen.has(id) && seen.add(id))
    .map((column) => ({ ...column, visible: column.visible || isNamed(column.id) }));
};

export const useRememberedList = (list: string) => {
  const session = useSession();
  const name = session && ownName(`list.${list}`, session);
  const read = () => readRemembered(name && browserMemory.get(name));
  const [own, setOwn] = useState(() => ({ name, value: read() }));
  if (own.name !== name) setOwn({ name, value: read() });

  const remember = (changes: RememberedList) => {
    const value = { ...own.value, ...changes };
    setOwn({ name, value });
    if (name !== undefined) browserMemory.set(name, JSON.stringify(value));
  };
  return [own.value, remember] as const;
};
