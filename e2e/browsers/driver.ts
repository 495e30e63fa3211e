import { spawn } from 'node:child_process';

/** Pointer or key actions in the format shared by WebDriver and BiDi. */
type Actions = {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly Record<string, unknown>[];
};

/** Operations on a browser tab. */
export type Tab = {
  readonly open: (url: string) => Promise<void>;
  /** Calls a function in the page; arguments and result are serialized as JSON. */
  readonly evaluate: <A extends readonly unknown[], R>(pageFunction: (...values: A) => R, ...values: A) => Promise<R>;
  readonly performActions: (actions: Actions) => Promise<void>;
  readonly chooseFile: (selector: string, path: string) => Promise<void>;
  /** Size in CSS pixels; the browser may enforce a minimum width. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Returns a PNG of the window's content in base64. */
  readonly takeScreenshot: () => Promise<string>;
  readonly deleteCookies: () => Promise<void>;
};

/** A browser and its first tab. */
export type Driver = Tab & {
  readonly openTab: () => Promise<Tab>;
  readonly close: () => Promise<void>;
};

/** Returns the source of a function that takes and returns JSON. */
export const toJsonFunction = (pageFunction: (...values: never[]) => unknown) =>
  `async (values) => JSON.stringify(await (${String(pageFunction)})(...JSON.parse(values))) ?? 'null'`;

export type StartedProcess = {
  /** First group of the pattern in the output; blank without a pattern. */
  readonly matchedOutput: string;
  readonly stop: () => Promise<void>;
};

/** Starts a process; with a pattern, waits until its output matches. */
export const startProcess = async (
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  pattern?: RegExp,
): Promise<StartedProcess> => {
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  // Ends the process also when a later step of the startup fails.
  process.once('exit', () => child.kill());
  const exitPromise = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const matchPromise = new Promise<string>((resolve, reject) => {
    let output = '';
    const search = (chunk: unknown) => {
      output = `${output}${String(chunk)}`.slice(-10_000);
      const match = pattern ? pattern.exec(output)?.[1] : '';
      if (match !== undefined) resolve(match);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', search);
    child.once('error', reject).once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${output}`)));
    if (!pattern) resolve('');
  });
  return {
    matchedOutput: await matchPromise,
    stop: async () => {
      child.kill();
      await exitPromise;
    },
  };
};
