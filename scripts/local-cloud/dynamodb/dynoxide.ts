import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { freePort } from '../servers.ts';

const stepMs = 50;
/** Long enough for a machine that has much else to do; a database that ends is noticed at once. */
const longestMs = 120_000;

/** The file of the database, which may still be in use by one that an earlier run left behind. */
export const databaseFile = (stateFolder: string) => join(stateFolder, 'dynamodb.sqlite');

const root = resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

const pinned = z.object({ optionalDependencies: z.object({ '@dynoxide/linux-x64': z.string() }) });

/** Into a folder that neither package.json nor the lock file hears of, and that `npm ci` leaves. npm says itself what went wrong. */
const npmInstall = (wanted: string, folder: string): void => {
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  spawnSync('npm', ['install', ...options, wanted], { stdio: 'inherit', shell: process.platform === 'win32' });
};

/**
 * The program, of which there is a package for each platform. The lock file holds Linux x64 only: npm refuses one that names packages
 * of other platforms. These are installed at the first start, which was tried with a replaced installer only, never on a Mac.
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
  const { optionalDependencies } = pinned.parse(require(join(root, 'package.json')));
  const wanted = `@dynoxide/${platform}@${optionalDependencies['@dynoxide/linux-x64']}`;
  const home = join(folder, wanted);
  const program = join(home, 'node_modules', path);
  if (existsSync(program)) return program;
  mkdirSync(home, { recursive: true });
  install(wanted, home);
  if (existsSync(program)) return program;
  throw new Error(
    `There is no DynamoDB for ${platform}. One more command: npm install --no-save ${wanted}
Or name any that is compatible: LOCAL_DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start`,
  );
};

/**
 * dynoxide looks through every change of a table that there ever was, at each write to it and each look for new ones: with this index
 * in its file it doesn't, and the hundred-thousandth item is written as fast as the first. Where it keeps its changes otherwise, nothing happens.
 */
const indexStreamRecords = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_cloud_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } catch {
    // Only slower.
  } finally {
    database.close();
  }
};

const answers = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
};

const pidFileOf = (file: string) => `${file}.pid`;

/** What `work` comes to; undefined where the process that it asks about has ended, at whatever moment. */
const ofProcess = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
};

const commandOf = (pid: string): string =>
  existsSync('/proc/self')
    ? (ofProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '')
    : (spawnSync('ps', ['-p', pid, '-o', 'args='], { encoding: 'utf8' }).stdout ?? '');

/**
 * Ends the database that a local cloud left behind when it was killed together with its supervisor: two on one file would spoil it.
 * To be called before the file is used or removed. A process that has the number by chance is left alone.
 */
export const endOrphan = async (file: string): Promise<void> => {
  const pidFile = pidFileOf(file);
  if (!existsSync(pidFile)) return;
  const pid = readFileSync(pidFile, 'utf8');
  const isOurs = () => pid !== '' && commandOf(pid).includes(file);
  for (let tries = 0; isOurs(); tries += 1) {
    // Its supervisor may just be ending it.
    if (tries % 20 === 0) ofProcess(() => process.kill(Number(pid), tries < 60 ? 'SIGTERM' : 'SIGKILL'));
    if (tries * stepMs > longestMs) throw new Error(`The database of an earlier run (process ${pid}) does not end.`);
    await wait(stepMs);
  }
  rmSync(pidFile, { force: true });
};

/**
 * Starts a database (dynoxide) on a file, or takes the one that is given. `onEnd` hears when it ends by itself.
 * It ends with this process, however that ends.
 */
export const startDatabase = async (
  file: string,
  onEnd: (what: string) => void,
  given = process.env['LOCAL_DYNAMODB_ENDPOINT'],
  find = findProgram,
): Promise<{ endpoint: string; stop: () => Promise<void> }> => {
  if (given) {
    if (await answers(given)) return { endpoint: given, stop: async () => {} };
    throw new Error(`Nothing answers at LOCAL_DYNAMODB_ENDPOINT (${given}).`);
  }
  const program = find();
  await endOrphan(file);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const supervisor = fork(
    join(import.meta.dirname, 'supervisor.ts'),
    [pidFileOf(file), program, 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file],
    // Its own group: Ctrl-C in a terminal must not end it before those who still write.
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [], detached: true },
  );
  const complaints: string[] = [];
  supervisor.stderr?.on('data', (chunk: Buffer) => complaints.push(String(chunk)));
  const said = () => complaints.join('').slice(-500);
  const ended = once(supervisor, 'exit');
  const hasEnded = () => supervisor.exitCode !== null || supervisor.signalCode !== null;

  let isUp = false;
  const stop = async () => {
    isUp = false;
    if (supervisor.connected) supervisor.disconnect();
    await ended;
    await endOrphan(file);
  };
  void ended.then(([code, signal]) => {
    if (isUp) onEnd(`The database (dynoxide) ended by itself (${signal ?? `code ${code}`}).\n${said()}`);
  });

  const startedAt = performance.now();
  while (!(await answers(endpoint))) {
    if (performance.now() - startedAt > longestMs || hasEnded()) {
      await stop();
      throw new Error(`The database (dynoxide) does not answer.\n${said()}`);
    }
    await wait(stepMs);
  }
  isUp = true;
  indexStreamRecords(file);
  return { endpoint, stop };
};
