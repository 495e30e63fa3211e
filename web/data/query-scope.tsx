import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

// At once: what a change has answered shows with the render that follows it.
notifyManager.setScheduler(queueMicrotask);

// Retries are our own: after an outage alone, and while somebody looks (use-auto-retry.ts).
const queries = { retry: false, networkMode: 'always', gcTime: Infinity, refetchOnWindowFocus: false } as const;

/** Cache of what is asked below it: it lives as long as the page, so whoever leaves and comes back is answered anew. */
export const QueryScope = ({ children }: { readonly children: ReactNode }) => {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { ...queries, refetchOnReconnect: false } } }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
};
