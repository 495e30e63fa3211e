import { useEffect } from 'react';

const formsWithInput = new Set<symbol>();

export const hasUnsavedInput = () => formsWithInput.size > 0;

export const useUnsavedInput = (hasInput: boolean) =>
  useEffect(() => {
    if (!hasInput) return undefined;
    const form = Symbol('form');
    formsWithInput.add(form);
    return () => void formsWithInput.delete(form);
  }, [hasInput]);
