import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { inProject } from '#infra/project.ts';
import { tryLock } from '../local-cloud/state/lock.ts';

type Environment = Readonly<Record<string, string>>;

/** Runs quietly; what it said is shown only when it fails. */
const run = (what: string, command: string, args: readonly string[], environment: Environment, signal?: AbortSignal) =>
  promisify(execFile)(command, args, {
    cwd: inProject(),
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
    signal,
  }).catch((error: Error & { readonly stdout: string; readonly stderr: string }) => {
    // What could not start, or was killed, has said nothing.
    const said = `${error.stdout}${error.stderr}` || error.message;
    throw signal?.aborted ? error : new Error(`${what} failed:\n${said}`);
  });

const cdkSettings = z.object({ context: z.optional(z.record(z.string(), z.unknown())) });

const synthesizing = 'Synthesizing the CDK app';
const building = 'Building the page';

/** Synthesizes an app into a folder: what the CDK command line would hand over, without the seconds that it takes itself. */
export const synthesize = (app: string, folder: string, environment: Environment = {}, signal?: AbortSignal) => {
  const { context } = cdkSettings.parse(JSON.parse(readFileSync(inProject('cdk.json'), 'utf8')));
  const settings = { CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: 'local' }) };
  return run(synthesizing, process.execPath, [inProject(app)], { ...settings, ...environment }, signal);
};

const filesOf = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
};

/** Changes when a file among these files and folders is added, removed or written; tests don't count. */
export const fingerprint = (paths: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf).sort()) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
};

/** Locks a folder as soon as no other process builds in it. A lock ends with its process, so no time limit is needed. */
export const lockWhenFree = async (
  folder: string,
  say: (message: string) => void,
  signal?: AbortSignal,
): Promise<() => void> => {
  for (let tries = 0; ; tries += 1) {
    const unlock = tryLock(folder);
    if (unlock) return unlock;
    if (tries === 0) say('Waiting for another build to end …');
    await wait(200, undefined, { signal });
  }
};

/** Builds page and app for the stage `local`, each only when its sources have changed; one process at a time. Answers CDK's output folder. */
export const build = async (say: (message: string) => void, signal?: AbortSignal | undefined): Promise<string> => {
  const folder = inProject('.local', 'build');
  mkdirSync(folder, { recursive: true });
  const unlock = await lockWhenFree(folder, say, signal);

  const unlessUnchanged = async (
    name: string,
    what: string,
    output: string,
    sources: readonly string[],
    work: () => Promise<unknown>,
  ) => {
    const stamp = join(folder, `${name}.stamp`);
    const common = ['shared', 'package.json', 'package-lock.json', 'tsconfig.json'];
    const now = fingerprint([...common, ...sources].map((source) => inProject(source)));
    if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
    say(`${what} …`);
    await work();
    writeFileSync(stamp, now);
  };

  try {
    await unlessUnchanged('page', building, inProject('dist/web/index.html'), ['web'], () =>
      run(building, 'npm', ['run', '--silent', 'web:build'], {}, signal),
    );
    const assembly = join(folder, 'cdk.out');
    const sources = ['lambdas', 'infra', 'cdk.json', 'dist/web'];
    await unlessUnchanged('app', synthesizing, join(assembly, 'manifest.json'), sources, () =>
      synthesize('infra/app.ts', assembly, {}, signal),
    );
    return assembly;
  } finally {
    unlock();
  }
};
