import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type WatchedCommand = {
  readonly command: string;
  readonly args: readonly string[];
  /** A command without output for this many milliseconds counts as hanging. */
  readonly silenceMs: number;
  readonly onLine: (line: string) => void;
  /** Kills the command and its child processes. */
  readonly signal?: AbortSignal;
};

export type CommandResult = { readonly code: number; readonly hasHung: boolean };

/**
 * Runs a command and always ends: the command and its child processes are killed when it prints nothing for too long, or when the signal
 * aborts or is already aborted. A command that hung, was killed or could not start ends with a code other than 0.
 */
export const runWatched = ({ command, args, silenceMs, onLine, signal }: WatchedCommand): Promise<CommandResult> =>
  new Promise((resolve) => {
    // Own process group, so that child processes can be killed too.
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process group has already ended.
      }
    };
    const finish = (code: number, hasHung = false) => {
      clearTimeout(watchdog);
      signal?.removeEventListener('abort', kill);
      resolve({ code, hasHung });
    };
    const watchdog = setTimeout(() => {
      kill();
      // A detached process may still hold the pipes open; closing them lets this process exit.
      child.stdout.destroy();
      child.stderr.destroy();
      finish(1, true);
    }, silenceMs);
    if (signal?.aborted) kill();
    else signal?.addEventListener('abort', kill);
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        watchdog.refresh();
        onLine(line);
      });
    }
    child.once('error', (error) => {
      onLine(error.message);
      finish(1);
    });
    // `close` rather than `exit`, which may precede the last line.
    child.once('close', (code) => finish(code ?? 1));
  });
