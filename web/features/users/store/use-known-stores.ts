import { useState } from 'react';
import type { Store } from '#shared/stores.ts';
import { usePlace } from '#web/browser/place.ts';
import { allStores, useStores } from '#web/data/use-stores.ts';

/** A store that was given another name than the portal knows it by. */
type OtherName = { readonly storeId: string; readonly known: string; readonly typed: string };

/** The region's stores, and the question which name is right, that is asked before a known store gets another one. */
export const useKnownStores = () => {
  const { region } = usePlace();
  const stores = useStores(region);
  const [question, setQuestion] = useState<OtherName & { readonly send: (storeName: string) => void }>();

  const nameOf = (storeId: string, items: readonly Store[] = stores.items ?? []): string | undefined =>
    items.find((store) => store.storeId === storeId.trim())?.storeName;

  /** Whoever is faster than the stores waits for them; stores that can't be had hold nobody up. */
  const known = async (): Promise<readonly Store[]> =>
    stores.status === 'loaded' && stores.items ? stores.items : allStores(region).catch(() => []);

  return {
    stores,
    nameOf,
    question,
    /** Sends at once, or once it is said which name is right. */
    settleName: async ({ storeId, storeName }: Store, send: (storeName: string) => void) => {
      const [name, typed] = [nameOf(storeId, await known()), storeName.trim()];
      if (name === undefined || name === typed) return send(typed);
      return setQuestion({ storeId: storeId.trim(), known: name, typed, send });
    },
    answer: (storeName: string) => {
      setQuestion(undefined);
      question?.send(storeName);
    },
    cancel: () => setQuestion(undefined),
  };
};

export type KnownStores = ReturnType<typeof useKnownStores>;
