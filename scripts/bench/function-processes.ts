import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DeployedFunction } from './deployed-functions.ts';

const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** The most megabytes that a process of each function of the local cloud has used, by the function's name. Linux only: elsewhere there are none. */
export const peakMegabytes = (functions: readonly DeployedFunction[]): ReadonlyMap<string, number> => {
  const names = new Map(functions.map(({ name, bundle }) => [basename(dirname(bundle)), name]));
  const peaks = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const status = read(pid, 'status');
    if (!status.includes(`\nPPid:\t${process.pid}\n`)) continue;
    const folder = /(?:^|\0)LAMBDA_TASK_ROOT=([^\0]*)/.exec(read(pid, 'environ'))?.[1];
    const name = names.get(basename(folder ?? ''));
    if (name === undefined) continue;
    const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    peaks.set(name, Math.max(peaks.get(name) ?? 0, peak));
  }
  return peaks;
};
