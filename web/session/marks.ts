import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { browserMemory, tryStorage } from '#web/browser/memory.ts';
import type { SessionEnds } from './session-end.ts';

/**
 * End times of each region's session, the only session data outside memory: they save signed-out visitors a request,
 * and are shared by all tabs. Only a refresh moves the idle end, as on the server. The absolute end never moves, so it
 * identifies a session.
 */
const markNames = {
  absolute: (region: RegionId) => `session.${region}.until`,
  idle: (region: RegionId) => `session.${region}.idleUntil`,
} as const;
const signingOutMark = (region: RegionId) => `session.${region}.leaving`;
type End = keyof typeof markNames;
const lifeMs: Readonly<Record<End, number>> = {
  absolute: limits.session.absoluteHours * 3_600_000,
  idle: limits.session.idleMinutes * 60_000,
};
const accessTokenMs = limits.session.accessTokenMinutes * 60_000;

/** Milliseconds since the epoch; infinite if unknown. */
const readEnd = (region: RegionId, end: End) =>
  Number(browserMemory.get(markNames[end](region)) ?? Number.POSITIVE_INFINITY);
const mayExist = (region: RegionId) =>
  (tryStorage(
    () => localStorage,
    (storage) => Number(storage.getItem(markNames.absolute(region)) ?? 0) > Date.now(),
  ) ??
    true) &&
  readEnd(region, 'idle') > Date.now();

export const sessionMarks = {
  readEnds: (region: RegionId): SessionEnds => ({
    idle: readEnd(region, 'idle'),
    absolute: readEnd(region, 'absolute'),
  }),
  /** Returns the end of a session that is started or refreshed now. */
  endFromNow: (end: End) => Date.now() + lifeMs[end],
  /** Stores the ends that are known. */
  write: (region: RegionId, { absolute, idle }: SessionEnds) => {
    if (Number.isFinite(absolute)) browserMemory.set(markNames.absolute(region), String(absolute));
    if (Number.isFinite(idle)) browserMemory.set(markNames.idle(region), String(idle));
  },
  /** Removes the end times of a session, unless they belong to another session. */
  remove: (region: RegionId, absolute: number) => {
    const marked = readEnd(region, 'absolute');
    if (Number.isFinite(marked) && Number.isFinite(absolute) && marked !== absolute) return;
    for (const toName of Object.values(markNames)) browserMemory.remove(toName(region));
  },
  /** Returns whether the stored end times belong to the session; true without access to storage. */
  belongTo: (region: RegionId, absolute: number) =>
    tryStorage(
      () => localStorage,
      (storage) => storage.getItem(markNames.absolute(region)) === String(absolute),
    ) ?? true,
  mayExist,
  hasRunOut: (region: RegionId) => !mayExist(region) && Boolean(browserMemory.get(markNames.absolute(region))),
  isNew: (region: RegionId) =>
    Number.isFinite(readEnd(region, 'absolute')) && readEnd(region, 'absolute') - lifeMs.absolute + 60_000 > Date.now(),
  /** Returns whether the access token may still be valid: it was issued when the session was last refreshed. */
  mayHaveAccess: (region: RegionId) => readEnd(region, 'idle') - lifeMs.idle + accessTokenMs > Date.now(),
  beginSignOut: (region: RegionId) => browserMemory.set(signingOutMark(region), String(readEnd(region, 'absolute'))),
  /** Returns whether a sign-out is unfinished. It does not apply to a session that started later. */
  isSigningOut: (region: RegionId) => {
    const leaving = browserMemory.get(signingOutMark(region));
    const current = browserMemory.get(markNames.absolute(region));
    return leaving !== undefined && (current === undefined || current === leaving);
  },
  endSignOut: (region: RegionId) => browserMemory.remove(signingOutMark(region)),
};
