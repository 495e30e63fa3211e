import type { ReactNode } from 'react';

export type Searchable = {
  readonly key: string;
  readonly label: string;
  readonly labelTag?: string;
  readonly codes?: readonly string[];
  readonly iconSvg?: ReactNode;
};

// No key, label or code holds one.
const end = '\u001F';

/** A text as people type it in a hurry: without accents and signs. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A choice as an option of a Select or Multiselect with `filteringType="auto"`: found by its label, with and without accents and signs, and by its codes. Cloudscape searches an option's value, which it never shows; tags it would show. */
export const searchableOption = ({ key, label, labelTag, codes = [], iconSvg }: Searchable) => ({
  value: [key, plain(label), ...codes].join(end),
  label,
  ...(labelTag !== undefined && { labelTag }),
  ...(iconSvg !== undefined && { iconSvg }),
});

export const keyOfOption = ({ value = '' }: { readonly value?: string | undefined }): string =>
  value.split(end)[0] ?? '';
