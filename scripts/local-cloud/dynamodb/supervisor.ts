// This supervisor runs in its own process. It starts the database and ends it when the local cloud ends, even if the
// local cloud is killed.
// Arguments: the file for the database's process id, the program, its arguments.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const killAfterMs = 3000;

const [pidFile = '', program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
if (child.pid !== undefined) writeFileSync(pidFile, String(child.pid));

const exit = (code: number) => {
  rmSync(pidFile, { force: true });
  process.exit(code);
};
child.once('error', (error) => {
  console.error(error.message);
  exit(1);
});
child.once('exit', (code) => exit(code ?? 1));

const end = () => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), killAfterMs);
};
// The IPC channel closes when the local cloud ends.
process.once('disconnect', end);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
