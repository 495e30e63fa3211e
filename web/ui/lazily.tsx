import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { createStore } from '#web/browser/store.ts';
import { loadChunk } from './chunks.ts';

/**
 * A part of the interface that is loaded when it first shows, or before by `preload`: then it is there at once and nothing shifts.
 * Nobody waits for what is preloaded, so its failure is left to the part itself, which loads it again and throws what failed.
 */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const loaded = createStore<{ readonly Inner?: ComponentType<Props> }>({});
  const loadBy = async (loader: typeof load) => {
    if (!loaded.get().Inner) loaded.set({ Inner: await loader() });
  };
  const preload = () => loadBy(load).catch(() => undefined);
  const Lazy = (props: Props) => {
    const { Inner } = useSyncExternalStore(loaded.subscribe, loaded.get);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => void loadBy(() => loadChunk(load)).catch((error: unknown) => setFailure({ error })), []);
    if (failure) throw failure.error;
    return Inner ? <Inner {...props} /> : null;
  };
  return { Lazy, preload };
};
