/** What an error says in a terminal. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Command<Options> = {
  readonly usage: string;
  /** Throws with what is wrong with the arguments, which is told above the usage. */
  readonly read: (args: string[]) => Options;
  readonly run: (options: Options) => unknown;
  /** What an error of `run` says; its message, unless told otherwise. */
  readonly explain?: (error: unknown) => string;
};

/** Runs what the command line asks for, or says how that is done. What throws is told, and the process ends with 1. */
export const runCommandLine = async <Options>({
  usage,
  read,
  run,
  explain = messageOf,
}: Command<Options>): Promise<void> => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(usage);
  const fail = (message: string) => {
    console.error(message);
    process.exitCode = 1;
  };
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    return fail(`${messageOf(error)}\n\n${usage}`);
  }
  try {
    await run(options);
  } catch (error) {
    fail(explain(error));
  }
};
