import * as z from 'zod/mini';
import type { Place } from '#shared/api/paths.ts';
import type { Texts } from '#web/i18n/i18n.ts';

type DraftKindFacts = {
  readonly form: string;
  readonly path: (place: Place) => string;
  readonly kindText: (texts: Pick<Texts, 't'>) => string;
};

type DraftKindOptions<Values extends { readonly id: string }> = DraftKindFacts & {
  /**
   * Schema of the saved values; anything else, such as the acceptance of the terms, stays in memory. It depends on the role because
   * an admin also chooses the store.
   */
  readonly schema: (isAdmin: boolean) => z.ZodMiniType<Values>;
  /** Texts by which a user distinguishes this draft from others. */
  readonly nameParts: (values: Values, texts: Texts) => readonly string[];
};

/** Kind of drafts, with values of any type. */
export type DraftKind = DraftKindFacts & {
  readonly schema: (isAdmin: boolean) => z.ZodMiniType<{ readonly id: string }>;
  /** Returns the texts by which a user distinguishes this draft from others. Throws if the values don't match the schema. */
  readonly describe: (values: { readonly id: string }, isAdmin: boolean, texts: Texts) => string;
};

export const defineDraftKind = <Values extends { readonly id: string }>({
  schema,
  nameParts,
  ...facts
}: DraftKindOptions<Values>): DraftKind => ({
  ...facts,
  schema: schema as (isAdmin: boolean) => z.ZodMiniType<{ readonly id: string }>,
  describe: (values: { readonly id: string }, isAdmin: boolean, texts: Texts) =>
    nameParts(schema(isAdmin).parse(values), texts).join(', '),
});

const draftParameter = 'draft';

export const toDraftSearch = (id: string | undefined) =>
  id === undefined ? '' : `?${new URLSearchParams({ [draftParameter]: id })}`;

// The URL is updated immediately, because a reload before the slower router has updated it would open an empty form.
export const showDraftInUrl = (id: string | undefined) =>
  history.replaceState(history.state, '', location.pathname + toDraftSearch(id) + location.hash);

/** Returns the path of the form; with an id, the form continues that draft. */
export const toDraftPath = ({ path }: Pick<DraftKind, 'path'>, place: Place, id?: string) =>
  path(place) + toDraftSearch(id);

export const parseDraftId = (search: string): string | undefined =>
  z.uuid().safeParse(new URLSearchParams(search).get(draftParameter)).data;
