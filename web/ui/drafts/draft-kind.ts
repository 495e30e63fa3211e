import * as z from 'zod/mini';
import type { Place } from '#shared/paths.ts';
import type { Texts } from '#web/language/i18n.ts';

type Facts<Values extends { readonly id: string }> = {
  readonly form: string;
  readonly path: (place: Place) => string;
  /** What of the form is kept. What it doesn't name, such as a confirmation, never leaves memory. An admin also chooses the store. */
  readonly kept: (isAdmin: boolean) => z.ZodMiniType<Values>;
  readonly kindText: (texts: Pick<Texts, 't'>) => string;
  /** What it holds, as those at the counter would tell it from another. */
  readonly nameParts: (values: Values, texts: Texts) => readonly string[];
};

export const draftKind = <Values extends { readonly id: string }>({ kept, nameParts, ...facts }: Facts<Values>) => ({
  ...facts,
  kept: kept as (isAdmin: boolean) => z.ZodMiniType<{ readonly id: string }>,
  nameOf: (values: { readonly id: string }, isAdmin: boolean, texts: Texts) =>
    nameParts(kept(isAdmin).parse(values), texts).join(', '),
});

export type DraftKind = ReturnType<typeof draftKind>;

const parameter = 'draft';

export const draftSearch = (id: string | undefined) =>
  id === undefined ? '' : `?${new URLSearchParams({ [parameter]: id })}`;

// At once: the router takes its time, and a reload in between would open an empty form.
export const nameInAddress = (id: string | undefined) =>
  history.replaceState(history.state, '', location.pathname + draftSearch(id) + location.hash);

/** The form's address; with a draft's id it goes on with that one. */
export const draftPath = ({ path }: Pick<DraftKind, 'path'>, place: Place, id?: string) =>
  path(place) + draftSearch(id);

export const draftIn = (search: string): string | undefined =>
  z.uuid().safeParse(new URLSearchParams(search).get(parameter)).data;
