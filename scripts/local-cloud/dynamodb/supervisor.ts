// Runs in a process of its own: starts the database and ends it as soon as the local cloud is gone, even when that was killed.
// Arguments: a file that holds the database's process id while it runs, the program, its arguments.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const longestEndMs = 3000;

const [pidFile = '', program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
if (child.pid !== undefined) writeFileSync(pidFile, String(child.pid));

const ended = (code: number) => {
  rmSync(pidFile, { force: true });
  process.exit(code);
};
child.once('error', (error) => {
  console.error(error.message);
  ended(1);
});
child.once('exit', (code) => ended(code ?? 1));

const end = () => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), longestEndMs);
};
// The channel to the local cloud closes with it.
process.once('disconnect', end);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
