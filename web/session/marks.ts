import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { browserMemory, tryStorage } from '#web/browser/memory.ts';
import type { Ends } from './session-end.ts';

/** The instants at which a session ends are all that is kept beside memory: they spare signed-out visitors a call, and all tabs know them. Only a renewal moves the idle one, as on the server. The absolute one never moves, so it identifies a session. */
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

/** Milliseconds since the epoch; infinite where nothing is known. */
const endOf = (region: RegionId, end: End) =>
  Number(browserMemory.get(markNames[end](region)) ?? Number.POSITIVE_INFINITY);
const mayExist = (region: RegionId) =>
  (tryStorage(
    () => localStorage,
    (kept) => Number(kept.getItem(markNames.absolute(region)) ?? 0) > Date.now(),
  ) ??
    true) &&
  endOf(region, 'idle') > Date.now();

export const sessionMarks = {
  endsOf: (region: RegionId): Ends => ({ idle: endOf(region, 'idle'), absolute: endOf(region, 'absolute') }),
  /** Returns when a session ends that begins, or is renewed, now. */
  endFromNow: (end: End) => Date.now() + lifeMs[end],
  /** Keeps the ends that are known. */
  write: (region: RegionId, { absolute, idle }: Ends) => {
    if (Number.isFinite(absolute)) browserMemory.set(markNames.absolute(region), String(absolute));
    if (Number.isFinite(idle)) browserMemory.set(markNames.idle(region), String(idle));
  },
  /** Removes a session's marks, but not those of another session. */
  remove: (region: RegionId, absolute: number) => {
    const marked = endOf(region, 'absolute');
    if (Number.isFinite(marked) && Number.isFinite(absolute) && marked !== absolute) return;
    for (const nameOf of Object.values(markNames)) browserMemory.remove(nameOf(region));
  },
  /** Whether the marks are a session's own. Where the browser refuses storage, nothing contradicts it. */
  areOf: (region: RegionId, absolute: number) =>
    tryStorage(
      () => localStorage,
      (kept) => kept.getItem(markNames.absolute(region)) === String(absolute),
    ) ?? true,
  mayExist,
  hasRunOut: (region: RegionId) => !mayExist(region) && Boolean(browserMemory.get(markNames.absolute(region))),
  isNew: (region: RegionId) =>
    Number.isFinite(endOf(region, 'absolute')) && endOf(region, 'absolute') - lifeMs.absolute + 60_000 > Date.now(),
  /** Whether the access token may still be valid: it was made when the session was last renewed. */
  mayHaveAccess: (region: RegionId) => endOf(region, 'idle') - lifeMs.idle + accessTokenMs > Date.now(),
  beginSignOut: (region: RegionId) => browserMemory.set(signingOutMark(region), String(endOf(region, 'absolute'))),
  /** Whether a sign-out is unfinished. A session that has begun since is not signed out with the one before it. */
  isSigningOut: (region: RegionId) => {
    const leaving = browserMemory.get(signingOutMark(region));
    const current = browserMemory.get(markNames.absolute(region));
    return leaving !== undefined && (current === undefined || current === leaving);
  },
  endSignOut: (region: RegionId) => browserMemory.remove(signingOutMark(region)),
};
