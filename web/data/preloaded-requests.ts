import { apiStage, requestHeader } from '#shared/api/headers.ts';

export const apiHeaders = { accept: 'application/json', [requestHeader.name]: requestHeader.value };

/**
 * Creates a signal that aborts after a minute. API Gateway gives up 30 seconds after it has received the whole request,
 * so no response can arrive later.
 */
export const createTimeoutSignal = () => AbortSignal.timeout(60_000);

const responses = new Map<string, Promise<Response>>();

const preload = (path: string, init: RequestInit) => {
  const response = fetch(path, { ...init, signal: createTimeoutSignal() });
  // The caller of `takePreloadedResponse` handles the failure; this only avoids an unhandled rejection.
  response.catch(() => undefined);
  responses.set(path, response);
};

export const preloadFile = (path: string) => preload(path, { credentials: 'same-origin', cache: 'no-cache' });

export const preloadApiRequest = (path: string) =>
  preload(`/${apiStage}${path}`, { credentials: 'same-origin', method: 'GET', headers: apiHeaders });

export const takePreloadedResponse = (path: string): Promise<Response> | undefined => {
  const response = responses.get(path);
  responses.delete(path);
  return response;
};

/** Discards preloaded responses once the first page is shown: they would be stale if used later. */
export const discardPreloadedResponses = () => responses.clear();
