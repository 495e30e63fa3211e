import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { findFreePort } from '../servers.ts';

const pollMs = 50;
/**
 * Time limit for starting or ending the database, long enough for a busy machine. A database that ends while it starts
 * is noticed immediately.
 */
const timeoutMs = 120_000;

/** Returns the path of the database file. A process left over from an earlier run may still be using it (`endOrphan`). */
export const toDatabaseFile = (stateFolder: string) => join(stateFolder, 'dynamodb.sqlite');

const root = resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

const packageJson = z.object({ optionalDependencies: z.object({ '@dynoxide/linux-x64': z.string() }) });

/**
 * Installs into a separate folder that package.json and the lock file don't mention and `npm ci` keeps. npm prints its
 * own errors.
 */
const npmInstall = (packageSpec: string, folder: string): void => {
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  spawnSync('npm', ['install', ...options, packageSpec], { stdio: 'inherit', shell: process.platform === 'win32' });
};

/**
 * Returns the path of the dynoxide program, which has a package for each platform. The lock file contains Linux x64
 * only, because npm rejects one with packages of other platforms; these are installed at the first start. That has
 * been tested with a fake installer only, never on a Mac.
 */
export const findProgram = (
  platform = `${process.platform}-${process.arch}`,
  folder = join(root, '.local/dynoxide'),
  install = npmInstall,
): string => {
  const path = `@dynoxide/${platform}/${platform.startsWith('win32') ? 'dynoxide.exe' : 'dynoxide'}`;
  try {
    return require.resolve(path);
  } catch {}
  const { optionalDependencies } = packageJson.parse(require(join(root, 'package.json')));
  const packageSpec = `@dynoxide/${platform}@${optionalDependencies['@dynoxide/linux-x64']}`;
  const installFolder = join(folder, packageSpec);
  const program = join(installFolder, 'node_modules', path);
  if (existsSync(program)) return program;
  mkdirSync(installFolder, { recursive: true });
  install(packageSpec, installFolder);
  if (existsSync(program)) return program;
  throw new Error(
    `There is no DynamoDB for ${platform}. One more command: npm install --no-save ${packageSpec}
Or name any that is compatible: LOCAL_DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start`,
  );
};

/**
 * Adds an index on dynoxide's change records. Without it, dynoxide scans all earlier changes of a table at each write
 * and stream read, so writes slow down as the table grows. Has no effect if dynoxide stores its changes differently.
 */
const indexStreamRecords = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_cloud_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } catch {
    // The database works without the index, only slower.
  } finally {
    database.close();
  }
};

const isReachable = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
};

const toPidFile = (file: string) => `${file}.pid`;

/** Returns the result of `work`; undefined if the process it examines has ended. */
const ignoreEndedProcess = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
};

const readCommandLine = (pid: string): string =>
  existsSync('/proc/self')
    ? (ignoreEndedProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '')
    : (spawnSync('ps', ['-p', pid, '-o', 'args='], { encoding: 'utf8' }).stdout ?? '');

/**
 * Ends a database that was orphaned when a local cloud and its supervisor were killed; two processes would corrupt the
 * file. Must be called before the file is used or removed. An unrelated process with the same id is left alone.
 */
export const endOrphan = async (file: string): Promise<void> => {
  const pidFile = toPidFile(file);
  if (!existsSync(pidFile)) return;
  const pid = readFileSync(pidFile, 'utf8');
  const isOrphanRunning = () => pid !== '' && readCommandLine(pid).includes(file);
  for (let tries = 0; isOrphanRunning(); tries += 1) {
    // The signal is sent repeatedly, because the supervisor may already be ending the database.
    if (tries % 20 === 0) ignoreEndedProcess(() => process.kill(Number(pid), tries < 60 ? 'SIGTERM' : 'SIGKILL'));
    if (tries * pollMs > timeoutMs) throw new Error(`The database of an earlier run (process ${pid}) does not end.`);
    await wait(pollMs);
  }
  rmSync(pidFile, { force: true });
};

/**
 * Starts dynoxide on a file, or uses the endpoint that is configured. The database ends with this process; `onEnd` is
 * called if it ends earlier by itself.
 */
export const startDatabase = async (
  file: string,
  onEnd: (message: string) => void,
  configuredEndpoint = process.env['LOCAL_DYNAMODB_ENDPOINT'],
  findDatabaseProgram = findProgram,
): Promise<{ endpoint: string; stop: () => Promise<void> }> => {
  if (configuredEndpoint) {
    if (await isReachable(configuredEndpoint)) return { endpoint: configuredEndpoint, stop: async () => {} };
    throw new Error(`Nothing answers at LOCAL_DYNAMODB_ENDPOINT (${configuredEndpoint}).`);
  }
  const program = findDatabaseProgram();
  await endOrphan(file);
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const supervisor = fork(
    join(import.meta.dirname, 'supervisor.ts'),
    [toPidFile(file), program, 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file],
    // The supervisor is detached, so that Ctrl-C in a terminal does not end the database before its writers.
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [], detached: true },
  );
  const errorOutput: string[] = [];
  supervisor.stderr?.on('data', (chunk: Buffer) => errorOutput.push(String(chunk)));
  const readRecentErrors = () => errorOutput.join('').slice(-500);
  const exitEvent = once(supervisor, 'exit');
  const hasEnded = () => supervisor.exitCode !== null || supervisor.signalCode !== null;

  let isUp = false;
  const stop = async () => {
    isUp = false;
    if (supervisor.connected) supervisor.disconnect();
    await exitEvent;
    await endOrphan(file);
  };
  void exitEvent.then(([code, signal]) => {
    if (isUp) onEnd(`The database (dynoxide) ended by itself (${signal ?? `code ${code}`}).\n${readRecentErrors()}`);
  });

  const startedAt = performance.now();
  while (!(await isReachable(endpoint))) {
    if (performance.now() - startedAt > timeoutMs || hasEnded()) {
      await stop();
      throw new Error(`The database (dynoxide) does not answer.\n${readRecentErrors()}`);
    }
    await wait(pollMs);
  }
  isUp = true;
  indexStreamRecords(file);
  return { endpoint, stop };
};
