import { useEffect } from 'react';

const holders = new Set<symbol>();

/** Whether something typed on this page would be lost with it. */
export const hasUnsavedInput = () => holders.size > 0;

/** Declares that a form holds something typed, as long as it does. */
export const useUnsavedInput = (isHeld: boolean) =>
  useEffect(() => {
    if (!isHeld) return undefined;
    const holder = Symbol('form');
    holders.add(holder);
    return () => void holders.delete(holder);
  }, [isHeld]);
