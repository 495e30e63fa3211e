import { useEffect, useState } from 'react';
import type { Failure } from './api-errors.ts';

/** Whether the connection has come back since something failed for want of one: then its message is no longer true. */
export const useConnectionIsBack = (failure: Failure | undefined): boolean => {
  const [outdated, setOutdated] = useState<Failure>();
  useEffect(() => {
    if (failure?.code !== 'Offline') return undefined;
    const onOnline = () => setOutdated(failure);
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [failure]);
  return failure !== undefined && failure === outdated;
};
