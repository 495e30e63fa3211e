import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { barPlace } from '#web/browser/bar-place.ts';
import { followWidth, isNarrow } from '#web/browser/narrow.ts';
import { hasOnlyArrived } from '#web/ui/page.tsx';
import { FindRecords } from './find-records.tsx';
import type { Finder } from './finder.ts';

/** Focuses the field in the bar for whoever has a keyboard or a scanner rather than a finger. False where there is none. */
export const focusBarFind = (): boolean => {
  const input = barPlace.get()?.querySelector('input');
  if (!input || !window.matchMedia('(hover: hover)').matches) return false;
  input.focus({ preventScroll: true });
  return true;
};

/** The field that finds records, in the top bar as long as this shows; on a phone the bar's button leads to it. */
export const BarFind = ({ finders }: { readonly finders: readonly Finder[] }) => {
  const bar = useSyncExternalStore(barPlace.subscribe, barPlace.get);
  const isPhone = useSyncExternalStore(followWidth, isNarrow);
  const isThere = bar !== null && !isPhone;
  useEffect(() => {
    // In a new document the bar comes after the heading has got the focus.
    if (isThere && hasOnlyArrived()) focusBarFind();
  }, [isThere]);
  return isThere ? createPortal(<FindRecords finders={finders} />, bar) : null;
};
