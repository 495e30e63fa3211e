import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { browserMemory, tryStorage } from '#web/browser/memory.ts';

/** The instants at which a session ends are all that is kept beside memory: they spare signed-out visitors a call, and all tabs know them. Only a renewal moves the idle one, as on the server. */
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
  endOf,
  begin: (region: RegionId, end: End) => browserMemory.set(markNames[end](region), String(Date.now() + lifeMs[end])),
  remove: (region: RegionId) => {
    for (const nameOf of Object.values(markNames)) browserMemory.remove(nameOf(region));
  },
  mayExist,
  hasRunOut: (region: RegionId) => !mayExist(region) && Boolean(browserMemory.get(markNames.absolute(region))),
  isNew: (region: RegionId) =>
    Number.isFinite(endOf(region, 'absolute')) && endOf(region, 'absolute') - lifeMs.absolute + 60_000 > Date.now(),
  /** Whether the access token may still be valid: it was made when the session was last renewed. */
  mayHaveAccess: (region: RegionId) => endOf(region, 'idle') - lifeMs.idle + accessTokenMs > Date.now(),
  beginSignOut: (region: RegionId) => browserMemory.set(signingOutMark(region), 'true'),
  isSigningOut: (region: RegionId) => browserMemory.get(signingOutMark(region)) !== undefined,
  endSignOut: (region: RegionId) => browserMemory.remove(signingOutMark(region)),
};
