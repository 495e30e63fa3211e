import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { limits } from '#shared/limits.ts';
import { createStore } from '#web/browser/store.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { showAlert } from './alerts.ts';
import { loadChunk } from './chunks.ts';

/**
 * `Lazy` throws what keeps its part from being loaded; nobody waits for `preload` and `usePreload`, so theirs is left to `Lazy`.
 * `load` is for what a press opens: it tells a failure as an alert, and resolves to whether the part is there.
 */
export const lazily = <Props extends object>(importIt: () => Promise<ComponentType<Props>>) => {
  const loaded = createStore<{ readonly Inner?: ComponentType<Props> }>({});
  const loadBy = async (loader: typeof importIt) => {
    if (!loaded.get().Inner) loaded.set({ Inner: await loader() });
  };
  const loadNow = () => loadBy(() => loadChunk(importIt));
  const preload = () => loadBy(importIt).catch(() => undefined);
  const Lazy = (props: Props) => {
    const { Inner } = useSyncExternalStore(loaded.subscribe, loaded.get);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => void loadNow().catch((error: unknown) => setFailure({ error })), []);
    if (failure) throw failure.error;
    return Inner ? <Inner {...props} /> : null;
  };
  return {
    Lazy,
    preload,
    usePreload: () =>
      useEffect(() => {
        const timer = setTimeout(() => void preload(), limits.web.prefetchIdleMs);
        return () => clearTimeout(timer);
      }, []),
    load: (): Promise<boolean> =>
      loadNow().then(
        () => true,
        (error: unknown) => {
          showAlert({ key: `errors.${failureOf(error).code}`, type: 'error' });
          return false;
        },
      ),
  };
};
