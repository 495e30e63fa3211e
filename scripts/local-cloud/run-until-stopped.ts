type Stoppable = { readonly stop: () => Promise<void> };

type Start<T> = (hooks: {
  readonly signal: AbortSignal;
  /** Must be called when a part ends by itself; everything else is then stopped. */
  readonly onFailure: (message: string) => void;
}) => Promise<T>;

/**
 * Runs until Ctrl-C, then stops and exits: with code 1 after a failure, immediately on a second Ctrl-C. Returns
 * undefined if stopped while starting.
 */
export const runUntilStopped = async <T extends Stoppable>(start: Start<T>): Promise<T | undefined> => {
  const controller = new AbortController();
  const { signal } = controller;

  const stop = (code: number): void => {
    if (signal.aborted) return process.exit(1);
    console.log('\nStopping …');
    controller.abort();
    startPromise
      .then(
        (service) => service.stop(),
        () => {},
      )
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit(code));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(0));

  const startPromise = start({
    signal,
    onFailure: (message) => {
      if (signal.aborted) return;
      console.error(`\n${message}`);
      stop(1);
    },
  });
  try {
    const service = await startPromise;
    return signal.aborted ? undefined : service;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};
