import { useRef, useState } from 'react';

type ActionOptions<Result> = {
  readonly onDone?: (result: Result) => void;
  readonly onFailed: (error: unknown) => void;
};

/** Runs an action of the user, such as a click of a button. While it is running, further calls of `run` are ignored. */
export const useAction = <Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  { onDone, onFailed }: ActionOptions<Result>,
) => {
  const [isBusy, setBusy] = useState(false);
  // A second click may come before the next render.
  const isRunning = useRef(false);

  const run = async (...args: Args): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const result = await work(...args);
      onDone?.(result);
    } catch (error) {
      onFailed(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, run };
};
