import { StandardRetryStrategy } from '@smithy/core/retry';

/** Exponential backoff with full jitter, in ms. The SDK's own pauses after throttling add up to more than a function's time. */
const backoff = {
  computeNextBackoffDelay: (failed: number) => Math.random() * 50 * 2 ** failed,
  setDelayBase: () => {},
};

type Strategy = Pick<
  StandardRetryStrategy,
  'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess' | 'mode'
>;

/**
 * Throttling answers at once, and is worth `throttled` tries in all. After silence or a lost connection, which take long, nobody knows
 * whether the call was done: it gets `lost` tries.
 */
export const retries = ({ throttled, lost }: { readonly throttled: number; readonly lost: number }): Strategy => {
  const standard = new StandardRetryStrategy({ maxAttempts: throttled, backoff });
  return {
    mode: standard.mode,
    acquireInitialRetryToken: (scope) => standard.acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: async (token, failure) => {
      if (failure.errorType !== 'THROTTLING' && token.getRetryCount() >= lost - 1) throw new Error('no more tries');
      return standard.refreshRetryTokenForRetry(token, failure);
    },
    recordSuccess: (token) => standard.recordSuccess(token),
  };
};

/** How long a client waits for a connection, for an answer to begin, and for each further piece of it, in ms. */
export const requestTimeouts = (requestTimeout: number) => ({
  requestHandler: {
    connectionTimeout: 1000,
    requestTimeout,
    throwOnRequestTimeout: true,
    // The one above is over with the answer's first byte.
    socketTimeout: requestTimeout,
  },
});
