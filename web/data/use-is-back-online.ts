import { useEffect, useState } from 'react';
import type { Failure } from './api-errors.ts';

/** Returns whether the browser is online again after the failure, so that its message is outdated. */
export const useIsBackOnline = (failure: Failure | undefined): boolean => {
  const [outdatedFailure, setOutdatedFailure] = useState<Failure>();
  useEffect(() => {
    if (failure?.code !== 'Offline') return undefined;
    const onOnline = () => setOutdatedFailure(failure);
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [failure]);
  return failure !== undefined && failure === outdatedFailure;
};
