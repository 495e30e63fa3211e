import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'CredentialsProviderError')
    return 'There are no AWS credentials here: sign in with the AWS CLI, or name a profile in AWS_PROFILE.';
  // Of a connection that was refused, Node has a code only.
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
};

/** Rows of cells as lines, their columns one below the other. */
export const aligned = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd());
};

/** What a command takes, by the names of its options; what takes `true` is a flag without a value. */
type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Values<Options extends Shape> = z.output<z.ZodMiniObject<Options, z.core.$strict>>;

/** A whole number within limits, or another one by its own schema. */
export const number = (least: number, most: number, schema: z.ZodMiniNumber<number> = z.int()) =>
  z.pipe(z.string(), z.pipe(z.transform(Number), schema.check(z.gte(least), z.lte(most))));

export const flag = z._default(z.boolean(), false);

const taken = (
  options: Shape,
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

const checked = <Options extends Shape>(options: Options, given: Readonly<Record<string, unknown>>) => {
  const parsed = z.strictObject(options).safeParse(given);
  if (parsed.success) return parsed.data as Values<Options>;
  const wrong = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
  throw new Error(
    wrong.map((name) => `--${name} is ${given[name] === undefined ? 'missing' : 'not valid'}.`).join(' '),
  );
};

/** Reads `--name value`; `places` names the options that may stand there without. Throws with all that is wrong, in one line. */
export const readOptions =
  <Options extends Shape>(options: Options, places: readonly string[] = []) =>
  (args: string[]): Values<Options> => {
    const { values, positionals } = taken(options, args, places.length > 0);
    if (positionals.length > places.length) throw new Error(`What is ${positionals[places.length]}?`);
    const named = positionals.map((text, index) => [places[index], text] as const);
    return checked(options, { ...values, ...Object.fromEntries(named) });
  };

/** Reads which entries of a table are named beside the options: all, where none is. Throws in one line. */
export const readChosen =
  <Entry, Options extends Shape>(table: Readonly<Record<string, Entry>>, options: Options) =>
  (args: string[]) => {
    const { values, positionals } = taken(options, args, true);
    const unknown = positionals.filter((name) => !Object.hasOwn(table, name));
    if (unknown.length > 0)
      throw new Error(`There is no ${unknown.join(', ')}: only ${Object.keys(table).join(', ')}.`);
    const chosen = Object.entries(table).filter(([name]) => positionals.length === 0 || positionals.includes(name));
    return { chosen, ...checked(options, values) };
  };

/** Reads which command is asked for, with the options that it has. Throws in one line. */
export const readCommand =
  <Commands extends Readonly<Record<string, Shape>>>(commands: Commands, places: readonly string[] = []) =>
  ([name = '', ...args]: string[]) => {
    const options = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!options) throw new Error(`Which command? One of ${Object.keys(commands).join(', ')}.`);
    return { name, ...readOptions(options, places)(args) } as {
      [Name in keyof Commands]: { readonly name: Name } & Values<Commands[Name]>;
    }[keyof Commands];
  };

type Command<Chosen> = {
  readonly usage: string;
  /** Throws with what is wrong with the arguments. */
  readonly read: (args: string[]) => Chosen;
  readonly run: (options: Chosen) => unknown;
  readonly explain?: (error: unknown) => string;
};

/** Runs what the command line asks for; with `--help` it only says how that is done. What throws is told, and the process ends with 1. */
export const runCommandLine = async <Chosen>({
  usage,
  read,
  run,
  explain = messageOf,
}: Command<Chosen>): Promise<void> => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(usage);
  let options: Chosen;
  try {
    options = read(args);
  } catch (error) {
    console.error(`${messageOf(error)} (--help says more)`);
    process.exitCode = 1;
    return;
  }
  try {
    await run(options);
  } catch (error) {
    console.error(explain(error));
    // Whatever it had opened keeps it no longer.
    process.exit(1);
  }
};
