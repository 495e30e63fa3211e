import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Portal } from '../demo/portal.ts';

export type FromPortal =
  | ({ readonly kind: 'up' } & Pick<Portal, 'siteUrl' | 'captchaUrl' | 'backOfficeUrl' | 'endpoints' | 'region'>)
  | { readonly kind: 'done' };

export type ToPortal =
  | { readonly kind: 'fill' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'copy'; readonly to: string }
  | { readonly kind: 'stop' };

type Options = {
  readonly stateFolder: string;
  /** Until the back office assigns a number, in ms. */
  readonly delayMs: number;
  /** A command that starts it, with all of its arguments, such as one that gives it a disk of its own. */
  readonly within?: readonly string[];
};

/** Starts a portal in a process of its own. Rejects, with what it said, when it does not come up. */
export const startMortalPortal = async ({ stateFolder, delayMs, within = [] }: Options) => {
  const program = [process.execPath, join(import.meta.dirname, 'portal-process.ts'), stateFolder, String(delayMs)];
  const [command = '', ...args] = [...within, ...program];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const complaints: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(String(chunk)));
  const ended = once(child, 'exit');
  const heard = <Kind extends FromPortal['kind']>(kind: Kind) =>
    new Promise<Extract<FromPortal, { kind: Kind }>>((resolve, reject) => {
      const listen = (message: FromPortal) => {
        if (message.kind !== kind) return;
        child.off('message', listen);
        resolve(message as Extract<FromPortal, { kind: Kind }>);
      };
      child.on('message', listen);
      child.once('error', reject);
      void ended.then(() => reject(new Error(`The portal ended.\n${complaints.join('').slice(-2000)}`)));
    });
  const ask = async (message: ToPortal) => {
    const done = heard('done');
    child.send(message, () => {});
    await done;
  };

  const { kind: _, ...addresses } = await heard('up');
  return {
    ...addresses,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** What it wrote where a terminal would show it. */
    complaints: () => complaints.join(''),
    ask,
    stop: async () => {
      if (child.connected) child.send({ kind: 'stop' } satisfies ToPortal, () => {});
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
