import { spawn } from 'node:child_process';

/** What a pointer or the keys do, in the words that both protocols have for it. */
type Actions = {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly Record<string, unknown>[];
};

/** What the steps ask of a browser's tab. */
export type Tab = {
  readonly open: (address: string) => Promise<void>;
  /** Calls a function in the page: what it takes and what it answers travels as JSON. */
  readonly ask: <A extends readonly unknown[], R>(inPage: (...values: A) => R, ...values: A) => Promise<R>;
  readonly act: (actions: Actions) => Promise<void>;
  readonly chooseFile: (selector: string, path: string) => Promise<void>;
  /** In CSS pixels; a window may have a least width. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** A PNG of what the window shows, in base64. */
  readonly picture: () => Promise<string>;
  readonly forgetCookies: () => Promise<void>;
};

/** A browser, and its first tab. */
export type Driver = Tab & {
  readonly openTab: () => Promise<Tab>;
  readonly close: () => Promise<void>;
};

/** A function of these tests as the text of one that takes and answers JSON. */
export const inJson = (inPage: (...values: never[]) => unknown) =>
  `async (values) => JSON.stringify(await (${String(inPage)})(...JSON.parse(values))) ?? 'null'`;

export type Started = { readonly said: string; readonly stop: () => Promise<void> };

/** A process; where something is looked for in what it says, once it has said that. */
export const started = async (
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  lookedFor?: RegExp,
): Promise<Started> => {
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  // Also where what comes after it does not start.
  process.once('exit', () => child.kill());
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const said = new Promise<string>((found, fail) => {
    let all = '';
    const look = (chunk: unknown) => {
      all = `${all}${String(chunk)}`.slice(-10_000);
      const match = lookedFor ? lookedFor.exec(all)?.[1] : '';
      if (match !== undefined) found(match);
    };
    for (const output of [child.stdout, child.stderr]) output.on('data', look);
    child.once('error', fail).once('exit', (code) => fail(new Error(`${command} ended with ${code}:\n${all}`)));
    if (!lookedFor) found('');
  });
  return {
    said: await said,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};
