import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { lock } from '../local-cloud/state/lock.ts';
import { fingerprint } from './fingerprint.ts';

const root = resolve(import.meta.dirname, '../..');
const inProject = (...path: string[]) => join(root, ...path);

type Run = {
  readonly what: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
};

/** Runs quietly; what it said is shown only when it fails. */
const run = async ({ what, command, args, environment, signal }: Run): Promise<void> => {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    signal,
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('exit', done));
  if (code !== 0) throw new Error(`${what} failed:\n${Buffer.concat(said).toString()}`);
};

/** What cdk.json sets. */
export const cdkContext = (): Record<string, unknown> => {
  const settings = z.object({ context: z.optional(z.record(z.string(), z.unknown())) });
  return settings.parse(JSON.parse(readFileSync(inProject('cdk.json'), 'utf8'))).context ?? {};
};

// What the CDK command line would hand over, without the seconds that it takes itself.
const synthesis = (folder: string) => ({
  what: 'Synthesizing the CDK app',
  command: process.execPath,
  args: [inProject('infra/app.ts')],
  environment: { CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify({ ...cdkContext(), stage: 'local' }) },
});

const pageBuild = { what: 'Building the page', command: 'npm', args: ['run', '--silent', 'web:build'] };

const readStamp = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const lockWhenFree = async (folder: string): Promise<() => void> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return lock(folder);
    } catch (error) {
      if (tries > 600) throw error;
      await wait(200);
    }
  }
};

/**
 * Builds the page and synthesizes the app for the stage `local`, each only when its sources have changed.
 * Answers CDK's output folder. Processes that build at once wait for one another.
 */
export const build = async (say: (message: string) => void, signal?: AbortSignal | undefined): Promise<string> => {
  const folder = inProject('.local', 'build');
  mkdirSync(folder, { recursive: true });
  const unlock = await lockWhenFree(folder);

  const unlessUnchanged = async (
    name: string,
    sources: readonly string[],
    output: string,
    work: Omit<Run, 'signal'>,
  ) => {
    const stamp = join(folder, `${name}.stamp`);
    const now = fingerprint(sources.map((source) => inProject(source)));
    if (existsSync(output) && readStamp(stamp) === now) return;
    say(`${work.what} …`);
    await run({ ...work, signal });
    writeFileSync(stamp, now);
  };

  try {
    const assembly = join(folder, 'cdk.out');
    const common = ['shared', 'package.json', 'package-lock.json', 'tsconfig.json'];
    await unlessUnchanged('page', [...common, 'web'], inProject('dist/web/index.html'), pageBuild);
    await unlessUnchanged(
      'app',
      [...common, 'lambdas', 'infra', 'cdk.json', 'dist/web'],
      join(assembly, 'manifest.json'),
      synthesis(assembly),
    );
    return assembly;
  } finally {
    unlock();
  }
};
