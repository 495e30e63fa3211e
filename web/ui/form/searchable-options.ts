import type { ReactNode } from 'react';

export type SearchableItem = {
  readonly key: string;
  readonly label: string;
  readonly labelTag?: string;
  readonly codes?: readonly string[];
  readonly iconSvg?: ReactNode;
};

// Separator that occurs in no key, label or code.
const separator = '\u001F';

/** Removes accents and punctuation, which users leave out when they type a search. */
const simplify = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Creates an option of a Select or Multiselect with `filteringType="auto"` that is found by its label, with or without
 * accents and punctuation, and by its codes. The search words are in the option's value, because Cloudscape searches it
 * but, unlike tags, does not display it.
 */
export const toSearchableOption = ({ key, label, labelTag, codes = [], iconSvg }: SearchableItem) => ({
  value: [key, simplify(label), ...codes].join(separator),
  label,
  ...(labelTag !== undefined && { labelTag }),
  ...(iconSvg !== undefined && { iconSvg }),
});

export const findOptionKey = ({ value = '' }: { readonly value?: string | undefined }): string =>
  value.split(separator)[0] ?? '';
