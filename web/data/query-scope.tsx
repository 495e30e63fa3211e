import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

// Notifications are not delayed for batching, so that the result of a change is in the next render.
notifyManager.setScheduler(queueMicrotask);

// TanStack Query's own retries are off, because use-auto-retry.ts retries only after an outage and while the page is
// visible.
const queries = { retry: false, networkMode: 'always', gcTime: Infinity, refetchOnWindowFocus: false } as const;

/** Query cache that lives as long as the page, so that returning to the page loads fresh data. */
export const QueryScope = ({ children }: { readonly children: ReactNode }) => {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { ...queries, refetchOnReconnect: false } } }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
};
