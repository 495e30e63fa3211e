import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { resolveProjectPath } from '#infra/project.ts';
import { tryLock } from '../local-cloud/state/lock.ts';

type Environment = Readonly<Record<string, string>>;

/** Runs a command silently; its output is part of the error if it fails. */
const run = (
  description: string,
  command: string,
  args: readonly string[],
  environment: Environment,
  signal?: AbortSignal,
) =>
  promisify(execFile)(command, args, {
    cwd: resolveProjectPath(),
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
    signal,
  }).catch((error: Error & { readonly stdout: string; readonly stderr: string }) => {
    // A command that could not start, or was killed, has no output.
    const output = `${error.stdout}${error.stderr}` || error.message;
    throw signal?.aborted ? error : new Error(`${description} failed:\n${output}`);
  });

const cdkSettings = z.object({ context: z.optional(z.record(z.string(), z.unknown())) });

const appDescription = 'Synthesizing the CDK app';
const pageDescription = 'Building the page';

/**
 * Synthesizes an app into a folder with the settings that the CDK CLI would pass, without the seconds that the CLI
 * takes.
 */
export const synthesize = (app: string, folder: string, environment: Environment = {}, signal?: AbortSignal) => {
  const { context } = cdkSettings.parse(JSON.parse(readFileSync(resolveProjectPath('cdk.json'), 'utf8')));
  const settings = { CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: 'local' }) };
  return run(appDescription, process.execPath, [resolveProjectPath(app)], { ...settings, ...environment }, signal);
};

const listFiles = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
};

/**
 * Returns a hash that changes when any of these files, or files in these folders, is added, removed or modified; tests
 * are ignored.
 */
export const computeFingerprint = (paths: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles).sort()) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
};

/**
 * Locks a folder once no other process is building in it. A lock is released when its process ends, so no timeout is
 * needed.
 */
export const lockWhenFree = async (
  folder: string,
  log: (message: string) => void,
  signal?: AbortSignal,
): Promise<() => void> => {
  for (let attempt = 0; ; attempt += 1) {
    const unlock = tryLock(folder);
    if (unlock) return unlock;
    if (attempt === 0) log('Waiting for another build to end …');
    await wait(200, undefined, { signal });
  }
};

/**
 * Builds page and app for the stage `local`, each only if its sources have changed, in one process at a time. Returns
 * CDK's output folder.
 */
export const build = async (log: (message: string) => void, signal?: AbortSignal | undefined): Promise<string> => {
  const folder = resolveProjectPath('.local', 'build');
  mkdirSync(folder, { recursive: true });
  const unlock = await lockWhenFree(folder, log, signal);

  const buildIfChanged = async (
    name: string,
    description: string,
    output: string,
    sources: readonly string[],
    work: () => Promise<unknown>,
  ) => {
    const stampFile = join(folder, `${name}.stamp`);
    const commonSources = ['shared', 'package.json', 'package-lock.json', 'tsconfig.json'];
    const currentFingerprint = computeFingerprint(
      [...commonSources, ...sources].map((source) => resolveProjectPath(source)),
    );
    if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentFingerprint) return;
    log(`${description} …`);
    await work();
    writeFileSync(stampFile, currentFingerprint);
  };

  try {
    await buildIfChanged('page', pageDescription, resolveProjectPath('dist/web/index.html'), ['web'], () =>
      run(pageDescription, 'npm', ['run', '--silent', 'web:build'], {}, signal),
    );
    const assembly = join(folder, 'cdk.out');
    const sources = ['lambdas', 'infra', 'cdk.json', 'dist/web'];
    await buildIfChanged('app', appDescription, join(assembly, 'manifest.json'), sources, () =>
      synthesize('infra/app.ts', assembly, {}, signal),
    );
    return assembly;
  } finally {
    unlock();
  }
};
