import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startLocalCloud } from './local-cloud.ts';
import { errorCode } from './servers.ts';
import { isLocked } from './state/lock.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { functionFor, writeAssembly } from './testing/assembly.ts';
import { eventually } from './testing/eventually.ts';

// Notes its process.
const code = `
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.PROCESSES, process.pid + '\\n');
export const handler = () => {};
`;
/** Never comes to hear that the local cloud is gone. */
const busyCode = `${code}for (;;);`;

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
};

describe('a local cloud in a process of its own', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let state: string;
  let assembly: string;
  const write = (source: string) =>
    writeAssembly(assembly, {
      code: source,
      resources: functionFor('apigateway.amazonaws.com', { PROCESSES: join(folder.path, 'noted') }),
    });
  beforeEach(() => {
    folder = temporaryFolder();
    state = join(folder.path, 'state');
    assembly = join(folder.path, 'cdk.out');
    write(code);
  });
  afterEach(() => folder.remove());

  const databasePid = () => Number(readFileSync(join(state, 'dynamodb.sqlite.pid'), 'utf8'));
  const functionPids = () =>
    existsSync(join(folder.path, 'noted'))
      ? // For a moment there is a file without a number.
        readFileSync(join(folder.path, 'noted'), 'utf8').split('\n').filter(Boolean).map(Number)
      : [];

  const start = (seed = 'undefined') => {
    const here = JSON.stringify(import.meta.dirname);
    const program = `
const { startLocalCloud } = await import(${here} + '/local-cloud.ts');
const { runUntilStopped } = await import(${here} + '/run-until-stopped.ts');
await runUntilStopped((hooks) => startLocalCloud({ stateFolder: ${JSON.stringify(state)}, assembly: ${JSON.stringify(assembly)}, port: 0, seed: ${seed}, ...hooks }));
console.log('up');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, ended: once(child, 'exit') };
  };
  const startAndWait = async () => {
    const started = start();
    let said = '';
    started.child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
    await eventually('it is up', () => said.includes('up'));
    await eventually('the function runs', () => functionPids().length > 0);
    return { ...started, said: () => said, pids: [databasePid(), ...functionPids()] };
  };
  const expectNothingLeft = async (pids: readonly number[]) => {
    await eventually('its processes have ended', () => !pids.some(isRunning));
    expect(isLocked(state)).toBe(false);
  };

  test('leaves nothing when it is stopped', async () => {
    const { child, ended, pids } = await startAndWait();
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    await expectNothingLeft(pids);
    expect(existsSync(join(state, 'aws.env'))).toBe(false);
  });

  test('stops at once, and says so, while it is still being filled', async () => {
    // For ever, unless it hears that it is no longer wanted.
    const filling = `({ signal }) => new Promise((_, give) => {
      console.log('filling');
      const timer = setInterval(() => {}, 1000);
      signal?.addEventListener('abort', () => { clearInterval(timer); give(signal.reason); });
    })`;
    mkdirSync(state);
    const own = join(state, 'own.txt');
    writeFileSync(own, '');
    const { child, ended } = start(filling);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
    await eventually('it is being filled', () => said.includes('filling'));
    const pids = [databasePid(), ...functionPids()];
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(said).toContain('Stopping');
    await expectNothingLeft(pids);
    // Only --reset takes away what is in a folder.
    expect([existsSync(join(state, 'seeded')), existsSync(own)]).toEqual([false, true]);
  });

  test('leaves nothing when a second Ctrl-C comes before it has stopped', async () => {
    write(busyCode);
    const { child, ended, said, pids } = await startAndWait();
    child.kill('SIGINT');
    await eventually('it is stopping', () => said().includes('Stopping'));
    child.kill('SIGINT');
    await ended;
    await expectNothingLeft(pids);
  });

  test('leaves nothing when it is killed, and the next one may begin anew on the same folder at once', async () => {
    const { child, ended, pids } = await startAndWait();
    child.kill('SIGKILL');
    await ended;
    const next = await startLocalCloud({ stateFolder: state, assembly, port: 0, reset: true });
    expect(databasePid()).not.toBe(pids[0]);
    expect(isRunning(pids[0] ?? 0)).toBe(false);
    await next.stop();
    await expectNothingLeft(pids);
  });
});
