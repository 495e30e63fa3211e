import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../servers.ts';
import { findProgram } from './install.ts';
import { endOrphan, pidFileOf } from './orphan.ts';

/** The file of the database, which may still be in use by one that an earlier run left behind. */
export const databaseFile = (stateFolder: string) => join(stateFolder, 'dynamodb.sqlite');

export type Database = { readonly endpoint: string; readonly stop: () => Promise<void> };

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
    await fetch(endpoint, { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  }
};

/**
 * Starts a database (dynoxide) on a file, or takes the one that LOCAL_DYNAMODB_ENDPOINT names. `onEnd` hears when it ends by itself.
 * It ends with this process, however that ends. Throws with the one more command where there is neither.
 */
export const startDatabase = async (
  file: string,
  environment: NodeJS.ProcessEnv,
  onEnd: (what: string) => void,
  program: () => Promise<string> = findProgram,
): Promise<Database> => {
  const given = environment['LOCAL_DYNAMODB_ENDPOINT'];
  if (given) {
    if (!(await answers(given))) throw new Error(`Nothing answers at LOCAL_DYNAMODB_ENDPOINT (${given}).`);
    return { endpoint: given, stop: async () => {} };
  }
  const command = await program();
  await endOrphan(file);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const supervisor = fork(
    join(import.meta.dirname, 'supervisor.ts'),
    [pidFileOf(file), command, 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file],
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

  for (let tries = 0; !(await answers(endpoint)); tries += 1) {
    if (tries > 100 || hasEnded()) {
      await stop();
      throw new Error(`The database (dynoxide) does not answer.\n${said()}`);
    }
    await wait(50);
  }
  isUp = true;
  indexStreamRecords(file);
  return { endpoint, stop };
};
