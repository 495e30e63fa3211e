type Running = { readonly stop: () => Promise<void> };

type Start<T> = (hooks: {
  readonly signal: AbortSignal;
  /** To be called when a part ended by itself: everything else is stopped then. */
  readonly onFailure: (what: string) => void;
}) => Promise<T>;

/** Starts something that runs until Ctrl-C, and ends the process, with 1 after a failure; at once at a second Ctrl-C. Undefined when stopped while it starts. */
export const runUntilStopped = async <T extends Running>(start: Start<T>): Promise<T | undefined> => {
  const controller = new AbortController();
  const { signal } = controller;

  const stop = (code: number): void => {
    if (signal.aborted) return process.exit(1);
    console.log('\nStopping …');
    controller.abort();
    starting
      .then(
        (running) => running.stop(),
        () => {},
      )
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit(code));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(0));

  const starting = start({
    signal,
    onFailure: (what) => {
      if (signal.aborted) return;
      console.error(`\n${what}`);
      stop(1);
    },
  });
  try {
    const running = await starting;
    return signal.aborted ? undefined : running;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};
