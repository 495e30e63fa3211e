import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { runWatched } from './run-watched.ts';

const runScript = async (
  script: string,
  silenceMs = 15_000,
  overrides: { command?: string; signal?: AbortSignal } = {},
) => {
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const result = await runWatched({ command: process.execPath, args: ['-e', script], silenceMs, onLine, ...overrides });
  return { ...result, lines };
};

test('passes on every line and the exit code', async () => {
  expect(await runScript(`console.log('one'); console.error('two'); process.exitCode = 3`)).toEqual({
    code: 3,
    hasHung: false,
    lines: expect.arrayContaining(['one', 'two']),
  });
});

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

test('kills a silent command and its child processes', async () => {
  const server = `require('node:http').createServer((_, res) => res.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;
  const { code, hasHung, lines } = await runScript(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { stdio: 'inherit' })`,
    6000,
  );
  expect([code, hasHung]).toEqual([1, true]);
  const port = Number(lines[0]);
  expect(port).toBeGreaterThan(0);
  for (let tries = 0; tries < 100 && (await isListening(port)); tries += 1) await wait(50);
  expect(await isListening(port)).toBe(false);
});

test('lets a slow command finish while it prints lines', async () => {
  const script = `let left = 5; const timer = setInterval(() => { console.log(left); if (--left === 0) clearInterval(timer); }, 1100)`;
  expect(await runScript(script, 4000)).toMatchObject({ code: 0, hasHung: false, lines: ['5', '4', '3', '2', '1'] });
});

test('does not wait for a detached process that keeps the output open', () => {
  const detachedScript = `const { spawn } = require('node:child_process');
    console.log(spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'inherit' }).pid);
    setInterval(() => {}, 1000);`;
  const watchScript = `import { runWatched } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'run-watched.ts')).href)};
    const args = ['-e', ${JSON.stringify(detachedScript)}];
    await runWatched({ command: process.execPath, args, silenceMs: 4000, onLine: (line) => console.log(line) });`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', watchScript], {
    encoding: 'utf8',
    timeout: 25_000,
  });
  expect(stdout).toMatch(/^\d+\n$/);
  process.kill(Number(stdout), 'SIGKILL');
  expect(status).toBe(0);
});

test('kills the command at once when the signal is already aborted', async () =>
  expect(await runScript('setInterval(() => {}, 1000)', 15_000, { signal: AbortSignal.abort() })).toEqual({
    code: 1,
    hasHung: false,
    lines: [],
  }));

test('returns the reason when the command cannot start', async () =>
  expect(await runScript('', 1000, { command: '/nowhere/at-all' })).toEqual({
    code: 1,
    hasHung: false,
    lines: [expect.stringContaining('ENOENT')],
  }));
