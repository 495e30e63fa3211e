import { useEffect } from 'react';

const holders = new Set<symbol>();

export const hasUnsavedInput = () => holders.size > 0;

export const useUnsavedInput = (isHeld: boolean) =>
  useEffect(() => {
    if (!isHeld) return undefined;
    const holder = Symbol('form');
    holders.add(holder);
    return () => void holders.delete(holder);
  }, [isHeld]);
