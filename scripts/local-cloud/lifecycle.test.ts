import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startLocalCloud } from './local-cloud.ts';
import { readErrorCode } from './servers.ts';
import { isLocked } from './state/lock.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { createFunctionResources, writeAssembly } from './testing/assembly.ts';
import { eventually } from './testing/eventually.ts';

// The function records the id of its process.
const code = `
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.PROCESSES, process.pid + '\\n');
export const handler = () => {};
`;
/** Handler that blocks and therefore never notices that the local cloud has exited. */
const busyCode = `${code}for (;;);`;

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return readErrorCode(error) !== 'ESRCH';
  }
};

describe('local cloud in its own process', () => {
  let folder: ReturnType<typeof createTemporaryFolder>;
  let stateFolder: string;
  let assembly: string;
  const writeTestAssembly = (source: string) =>
    writeAssembly(assembly, {
      code: source,
      resources: createFunctionResources('apigateway.amazonaws.com', { PROCESSES: join(folder.path, 'pids') }),
    });
  beforeEach(() => {
    folder = createTemporaryFolder();
    stateFolder = join(folder.path, 'state');
    assembly = join(folder.path, 'cdk.out');
    writeTestAssembly(code);
  });
  afterEach(() => folder.remove());

  const readDatabasePid = () => Number(readFileSync(join(stateFolder, 'dynamodb.sqlite.pid'), 'utf8'));
  const readFunctionPids = () =>
    existsSync(join(folder.path, 'pids'))
      ? // The file may exist before its first line is written.
        readFileSync(join(folder.path, 'pids'), 'utf8').split('\n').filter(Boolean).map(Number)
      : [];

  const start = (seed = 'undefined') => {
    const moduleFolder = JSON.stringify(import.meta.dirname);
    const program = `
const { startLocalCloud } = await import(${moduleFolder} + '/local-cloud.ts');
const { runUntilStopped } = await import(${moduleFolder} + '/run-until-stopped.ts');
await runUntilStopped((hooks) => startLocalCloud({ stateFolder: ${JSON.stringify(stateFolder)}, assembly: ${JSON.stringify(assembly)}, port: 0, seed: ${seed}, ...hooks }));
console.log('up');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, exited: once(child, 'exit') };
  };
  const startAndWait = async () => {
    const running = start();
    let output = '';
    running.child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    await eventually('the local cloud is up', () => output.includes('up'));
    await eventually('the function runs', () => readFunctionPids().length > 0);
    return { ...running, readOutput: () => output, pids: [readDatabasePid(), ...readFunctionPids()] };
  };
  const expectEverythingStopped = async (pids: readonly number[]) => {
    await eventually('its processes have ended', () => !pids.some(isRunning));
    expect(isLocked(stateFolder)).toBe(false);
  };

  test('leaves no processes or lock when stopped', async () => {
    const { child, exited, pids } = await startAndWait();
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    await expectEverythingStopped(pids);
    expect(existsSync(join(stateFolder, 'aws.env'))).toBe(false);
  });

  test('stops at once while the seed is running', async () => {
    // The seed never settles unless the signal is aborted.
    const blockingSeed = `({ signal }) => new Promise((_, reject) => {
      console.log('seeding');
      const timer = setInterval(() => {}, 1000);
      signal?.addEventListener('abort', () => { clearInterval(timer); reject(signal.reason); });
    })`;
    mkdirSync(stateFolder);
    const existingFile = join(stateFolder, 'own.txt');
    writeFileSync(existingFile, '');
    const { child, exited } = start(blockingSeed);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    await eventually('the seed is running', () => output.includes('seeding'));
    const pids = [readDatabasePid(), ...readFunctionPids()];
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    expect(output).toContain('Stopping');
    await expectEverythingStopped(pids);
    // Only --reset removes the folder's content.
    expect([existsSync(join(stateFolder, 'seeded')), existsSync(existingFile)]).toEqual([false, true]);
  });

  test('leaves nothing behind after a second Ctrl-C while stopping', async () => {
    writeTestAssembly(busyCode);
    const { child, exited, readOutput, pids } = await startAndWait();
    child.kill('SIGINT');
    await eventually('the local cloud is stopping', () => readOutput().includes('Stopping'));
    child.kill('SIGINT');
    await exited;
    await expectEverythingStopped(pids);
  });

  test('leaves a folder that can be reused at once after SIGKILL', async () => {
    const { child, exited, pids } = await startAndWait();
    child.kill('SIGKILL');
    await exited;
    const next = await startLocalCloud({ stateFolder, assembly, port: 0, reset: true });
    expect(readDatabasePid()).not.toBe(pids[0]);
    expect(isRunning(pids[0] ?? 0)).toBe(false);
    await next.stop();
    await expectEverythingStopped(pids);
  });
});
