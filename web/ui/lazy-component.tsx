import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { limits } from '#shared/config/limits.ts';
import { createStore } from '#web/browser/store.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { showAlert } from './alerts.ts';
import { loadChunk } from './chunks.ts';

/**
 * Creates a lazy component. `Lazy` throws if the component cannot be loaded. `preload` and `usePreload` ignore failures,
 * because `Lazy` loads the component again. `load` is for event handlers: it shows a failure as an alert and resolves to
 * whether the component is loaded.
 */
export const createLazyComponent = <Props extends object>(importComponent: () => Promise<ComponentType<Props>>) => {
  const loadedComponent = createStore<{ readonly Inner?: ComponentType<Props> }>({});
  const loadWith = async (loader: typeof importComponent) => {
    if (!loadedComponent.get().Inner) loadedComponent.set({ Inner: await loader() });
  };
  const loadNow = () => loadWith(() => loadChunk(importComponent));
  const preload = () => loadWith(importComponent).catch(() => undefined);
  const Lazy = (props: Props) => {
    const { Inner } = useSyncExternalStore(loadedComponent.subscribe, loadedComponent.get, loadedComponent.get);
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
