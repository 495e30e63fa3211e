import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Watched = {
  readonly command: string;
  readonly args: readonly string[];
  /** After how many milliseconds without a line the command is taken to hang. */
  readonly silenceMs: number;
  readonly onLine: (line: string) => void;
  /** Ends it with all that it has started. */
  readonly signal?: AbortSignal;
};

export type Ended = { readonly code: number; readonly hasHung: boolean };

/**
 * Runs a command to its end, which always comes: once it says nothing for too long, it and all the processes that it
 * has started are killed, as when the signal aborts or has done so before. A command that hung, was killed or could not start ends with a code other than 0.
 */
export const runWatched = ({ command, args, silenceMs, onLine, signal }: Watched): Promise<Ended> =>
  new Promise((resolve) => {
    // A process group of its own, so that whatever it starts can be ended with it.
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    };
    const end = (code: number, hasHung = false) => {
      clearTimeout(watchdog);
      signal?.removeEventListener('abort', kill);
      resolve({ code, hasHung });
    };
    const watchdog = setTimeout(() => {
      kill();
      // Whoever has left the group may still hold the output open: nobody waits for that, nor does this process stay for it.
      child.stdout.destroy();
      child.stderr.destroy();
      end(1, true);
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
      end(1);
    });
    // After the last line, which may come after `exit`.
    child.once('close', (code) => end(code ?? 1));
  });
