import { useState } from 'react';

type Pages = { readonly index: number; readonly cursors: readonly (string | undefined)[] };

const firstPage: Pages = { index: 1, cursors: [undefined] };

/** Pages of a list that only tells its next cursor: the cursors seen so far lead back. Page numbers begin at 1. */
export const usePages = () => {
  const [{ index, cursors }, setPages] = useState(firstPage);
  return {
    index,
    cursor: cursors[index - 1],
    /** How many pages are known to exist, when `next` is the cursor after the current one. */
    known: (next: string | undefined) => Math.max(cursors.length, next === undefined ? index : index + 1),
    /** Goes to a known page. A page that moved on since its successor was seen leads on from where it ends now. */
    goTo: (target: number, next: string | undefined) =>
      setPages({ index: target, cursors: next === undefined ? cursors : [...cursors.slice(0, index), next, ...cursors.slice(index + 1)] }),
    restart: () => setPages(firstPage),
  };
};
