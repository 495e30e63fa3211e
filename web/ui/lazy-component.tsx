import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { limits } from '#shared/config/limits.ts';
import { createStore } from '#web/browser/store.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { showAlert } from './alerts.ts';
import { loadChunk } from './chunks.ts';

/**
 * Creates a lazy component. `Lazy` throws the failure to load it; `preload` and `usePreload` ignore failures, as `Lazy`
 * repeats the load. `load` is for event handlers: it shows a failure as an alert and resolves to whether the component
 * is loaded.
 */
export const createLazyComponent = <Props extends object>(importComponent: () => Promise<ComponentType<Props>>) => {
  const loaded = createStore<{ readonly Inner?: ComponentType<Props> }>({});
  const loadWith = async (loader: typeof importComponent) => {
    if (!loaded.get().Inner) loaded.set({ Inner: await loader() });
  };
  const loadNow = () => loadWith(() => loadChunk(importComponent));
  const preload = () => loadWith(importComponent).catch(() => undefined);
  const Lazy = (props: Props) => {
    const { Inner } = useSyncExternalStore(loaded.subscribe, loaded.get, loaded.get);
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
          showAlert({ key: `errors.${toFailure(error).code}`, type: 'error' });
          return false;
        },
      ),
  };
};
