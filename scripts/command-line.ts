import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

export const toErrorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'CredentialsProviderError')
    return 'There are no AWS credentials here: sign in with the AWS CLI, or name a profile in AWS_PROFILE.';
  // For a refused connection, Node's error has only a code.
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
};

/** Formats rows of cells as lines with aligned columns. */
export const alignColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd());
};

/** Option schemas of a command, by name; an option that accepts `true` is a flag without a value. */
type OptionSchemas = Readonly<Record<string, z.ZodMiniType>>;
type Values<Options extends OptionSchemas> = z.output<z.ZodMiniObject<Options, z.core.$strict>>;

/** Schema of a whole number in a range, or of another number with its own schema. */
export const createNumberOption = (min: number, max: number, schema: z.ZodMiniNumber<number> = z.int()) =>
  z.pipe(z.string(), z.pipe(z.transform(Number), schema.check(z.gte(min), z.lte(max))));

/** Schema of an option without a value. */
export const flag = z._default(z.boolean(), false);

const parseArguments = (
  options: OptionSchemas,
  args: string[],
  allowPositionals: boolean,
): { values: Record<string, unknown>; positionals: string[] } =>
  parseArgs({
    args,
    allowPositionals,
    options: Object.fromEntries(
      Object.entries(options).map(([name, value]) => [
        name,
        { type: value.safeParse(true).success ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  });

const validateOptions = <Options extends OptionSchemas>(
  options: Options,
  values: Readonly<Record<string, unknown>>,
) => {
  const parsed = z.strictObject(options).safeParse(values);
  if (parsed.success) return parsed.data as Values<Options>;
  const invalidNames = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
  throw new Error(
    invalidNames.map((name) => `--${name} is ${values[name] === undefined ? 'missing' : 'not valid'}.`).join(' '),
  );
};

/**
 * Creates a parser of `--name value`; `positionalNames` are the options that may be positional, in order. The parser
 * throws all errors in one line.
 */
export const createOptionsParser =
  <Options extends OptionSchemas>(options: Options, positionalNames: readonly string[] = []) =>
  (args: string[]): Values<Options> => {
    const { values, positionals } = parseArguments(options, args, positionalNames.length > 0);
    if (positionals.length > positionalNames.length) throw new Error(`What is ${positionals[positionalNames.length]}?`);
    const positionalValues = positionals.map((text, index) => [positionalNames[index], text] as const);
    return validateOptions(options, { ...values, ...Object.fromEntries(positionalValues) });
  };

/**
 * Creates a parser of options and of the names of selected entries of a table; all entries if none is named. The parser
 * throws errors in one line.
 */
export const createSelectionParser =
  <Entry, Options extends OptionSchemas>(table: Readonly<Record<string, Entry>>, options: Options) =>
  (args: string[]) => {
    const { values, positionals } = parseArguments(options, args, true);
    const unknownNames = positionals.filter((name) => !Object.hasOwn(table, name));
    if (unknownNames.length > 0)
      throw new Error(`There is no ${unknownNames.join(', ')}: only ${Object.keys(table).join(', ')}.`);
    const selectedEntries = Object.entries(table).filter(
      ([name]) => positionals.length === 0 || positionals.includes(name),
    );
    return { selectedEntries, ...validateOptions(options, values) };
  };

/** Creates a parser of the name of a command and its options. The parser throws errors in one line. */
export const createCommandParser =
  <Commands extends Readonly<Record<string, OptionSchemas>>>(
    commands: Commands,
    positionalNames: readonly string[] = [],
  ) =>
  ([name = '', ...args]: string[]) => {
    const options = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!options) throw new Error(`Which command? One of ${Object.keys(commands).join(', ')}.`);
    return { name, ...createOptionsParser(options, positionalNames)(args) } as {
      [Name in keyof Commands]: { readonly name: Name } & Values<Commands[Name]>;
    }[keyof Commands];
  };

type Command<Options> = {
  readonly usage: string;
  /** Throws if the arguments are invalid. */
  readonly read: (args: string[]) => Options;
  readonly run: (options: Options) => unknown;
  readonly explain?: (error: unknown) => string;
};

/** Runs the command of the command line; with `--help` only prints its usage. Prints errors and exits with code 1. */
export const runCommandLine = async <Options>({
  usage,
  read,
  run,
  explain = toErrorMessage,
}: Command<Options>): Promise<void> => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(usage);
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    console.error(`${toErrorMessage(error)} (--help says more)`);
    process.exitCode = 1;
    return;
  }
  try {
    await run(options);
  } catch (error) {
    console.error(explain(error));
    // Exits even if the command left connections or files open.
    process.exit(1);
  }
};
