import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Input, Route } from '#shared/api/route.ts';
import { findPreloadedBody, storePreloadedResponse } from '#web/data/preloaded-requests.ts';
import { toGetPath } from '#web/data/request-path.ts';

/** Stores the response to a GET route as the document's first script does, and waits until its body has been read. */
export const preloadData = async <R extends Route>(route: R, input: Input<R>, body: unknown) => {
  const path = toGetPath(route.path, input as Readonly<Record<string, unknown>>);
  storePreloadedResponse('GET', path, { response: Promise.resolve(Response.json(body)), isPageData: true });
  await waitFor(() => expect(findPreloadedBody(path)).toBeDefined());
};
