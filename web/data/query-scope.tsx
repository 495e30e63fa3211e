import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

// Without batching delay, the result of a change shows in the next render.
notifyManager.setScheduler(queueMicrotask);

// Retries are our own: only after an outage, and only while the page is visible (use-auto-retry.ts).
const queries = { retry: false, networkMode: 'always', gcTime: Infinity, refetchOnWindowFocus: false } as const;

/** Query cache that lives as long as the page, so that returning to the page loads fresh data. */
export const QueryScope = ({ children }: { readonly children: ReactNode }) => {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { ...queries, refetchOnReconnect: false } } }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
};
