import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { barPlace } from '#web/browser/bar-place.ts';
import { isNarrow } from '#web/browser/narrow.ts';
import { hasOnlyArrived } from '#web/ui/page.tsx';
import { FindRecords } from './find-records.tsx';
import type { Finder } from './finder.ts';

/** Focuses the field in the bar for whoever has a keyboard or a scanner rather than a finger. False where there is none. */
export const focusBarFind = (): boolean => {
  const input = barPlace.get()?.querySelector('input');
  if (!input || isNarrow() || !window.matchMedia('(hover: hover)').matches) return false;
  input.focus({ preventScroll: true });
  return true;
};

/** The field that finds records, in the top bar as long as this shows. On a phone it is hidden, and the bar's button opens one in a dialog. */
export const BarFind = ({ finders }: { readonly finders: readonly Finder[] }) => {
  const bar = useSyncExternalStore(barPlace.subscribe, barPlace.get);
  useEffect(() => {
    // In a new document the bar comes after the heading has got the focus.
    if (bar && hasOnlyArrived()) focusBarFind();
  }, [bar]);
  return bar && createPortal(<FindRecords finders={finders} />, bar);
};
