import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DeployedFunction } from './deployed-functions.ts';

/** What a function's processes have used so far: milliseconds of a processor, and of the largest the most megabytes. */
type Used = { readonly milliseconds: number; readonly megabytes: number };

/** Of the kernel's clock, in /proc. */
const millisecondsPerTick = 10;

const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** After the name in brackets, which may hold anything: the parent's number is the second, times are the twelfth and thirteenth. */
const statOf = (pid: string) =>
  read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');

/** What the local cloud's processes of each function, by its name, have used. Linux only: elsewhere there are none. */
export const usedByFunctions = (functions: readonly DeployedFunction[]): ReadonlyMap<string, Used> => {
  const names = new Map(functions.map(({ name, bundle }) => [basename(dirname(bundle)), name]));
  const used = new Map<string, Used>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat[1] !== String(process.pid)) continue;
    const folder = /(?:^|\0)LAMBDA_TASK_ROOT=([^\0]*)/.exec(read(pid, 'environ'))?.[1];
    const name = names.get(basename(folder ?? ''));
    if (name === undefined) continue;
    const before = used.get(name) ?? { milliseconds: 0, megabytes: 0 };
    const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1024;
    used.set(name, {
      milliseconds: before.milliseconds + (Number(stat[11]) + Number(stat[12])) * millisecondsPerTick,
      megabytes: Math.max(before.megabytes, peak),
    });
  }
  return used;
};
