import { useEffect, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { createStore } from '#web/browser/store.ts';
import { loadChunk } from './chunks.ts';

/** A part of the interface that is loaded when it first shows, or before by `preload`: then it is there at once and nothing shifts. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const loaded = createStore<{ readonly Inner?: ComponentType<Props>; readonly error?: unknown }>({});
  const preload = async () => {
    if (loaded.get().Inner) return;
    await loadChunk(load).then(
      (Inner) => loaded.set({ Inner }),
      (error: unknown) => loaded.set({ error }),
    );
  };
  const Lazy = (props: Props) => {
    const { Inner, error } = useSyncExternalStore(loaded.subscribe, loaded.get);
    useEffect(() => void preload(), []);
    if (error) throw error;
    return Inner ? <Inner {...props} /> : null;
  };
  return { Lazy, preload };
};
