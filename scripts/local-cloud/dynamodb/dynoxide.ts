import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../servers.ts';
import { indexStreamRecords } from './stream-index.ts';

export type Database = { readonly endpoint: string; readonly stop: () => Promise<void> };

const require = createRequire(import.meta.url);

const binary = (): string | undefined => {
  try {
    return require.resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    return undefined;
  }
};

const missing = () =>
  new Error(
    [
      `There is no DynamoDB for ${process.platform}-${process.arch} among the installed packages. One more command:`,
      '  start any DynamoDB-compatible server, for instance  docker run -p 8000:8000 amazon/dynamodb-local',
      '  and say where it is:  LOCAL_DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
    ].join('\n'),
  );

const answers = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  }
};

// A local cloud that was killed leaves its database behind; two of them on one file would spoil it.
const endOrphan = async (pidFile: string, file: string): Promise<void> => {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const isOurs = () =>
    spawnSync('ps', ['-p', String(pid), '-o', 'args='])
      .stdout?.toString()
      .includes(file) ?? false;
  if (isOurs()) process.kill(pid, 'SIGTERM');
  for (let tries = 0; tries < 50 && isOurs(); tries += 1) await wait(50);
  rmSync(pidFile, { force: true });
};

/**
 * Starts a database on a file, or takes the one that LOCAL_DYNAMODB_ENDPOINT names. `onEnd` hears when it ends by itself.
 * Throws with the one more command where there is neither.
 */
export const startDatabase = async (
  file: string,
  environment: NodeJS.ProcessEnv,
  onEnd: (what: string) => void,
): Promise<Database> => {
  const given = environment['LOCAL_DYNAMODB_ENDPOINT'];
  if (given) {
    if (!(await answers(given))) throw new Error(`Nothing answers at LOCAL_DYNAMODB_ENDPOINT (${given}).`);
    return { endpoint: given, stop: async () => {} };
  }
  const program = binary();
  if (!program) throw missing();

  const pidFile = `${file}.pid`;
  await endOrphan(pidFile, file);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own group: Ctrl-C in a terminal must not end it before those who still write.
    detached: true,
  });
  if (child.pid !== undefined) writeFileSync(pidFile, String(child.pid));
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(String(chunk)));
  let stopping = false;
  child.on('error', (error) => onEnd(`The database could not start: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (!stopping)
      onEnd(
        `The database (dynoxide) ended by itself (${signal ?? `code ${code}`}).\n${complaints.join('').slice(-500)}`,
      );
  });

  for (let tries = 0; !(await answers(endpoint)); tries += 1) {
    if (tries > 100 || child.exitCode !== null)
      throw new Error(`The database (dynoxide) does not answer.\n${complaints.join('').slice(-500)}`);
    await wait(50);
  }
  indexStreamRecords(file);
  return {
    endpoint,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return rmSync(pidFile, { force: true });
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const isGone = await Promise.race([ended.then(() => true), wait(3000, false, { ref: false })]);
      if (!isGone) child.kill('SIGKILL');
      rmSync(pidFile, { force: true });
    },
  };
};
