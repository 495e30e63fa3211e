import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { browserMemory, tryStorage } from '#web/browser/memory.ts';
import { forgetUser } from './known-user.ts';
import type { SessionEnds } from './session-end.ts';

const markNames = {
  absolute: (region: RegionId) => `session.${region}.until`,
  idle: (region: RegionId) => `session.${region}.idleUntil`,
} as const;
/** Name of the mark of an unfinished sign-out. Its value is the absolute end of the session, which identifies it. */
const toSignOutMarkName = (region: RegionId) => `session.${region}.leaving`;
type End = keyof typeof markNames;
const lifetimeMs: Readonly<Record<End, number>> = {
  absolute: limits.session.absoluteHours * 3_600_000,
  idle: limits.session.idleMinutes * 60_000,
};
const accessTokenMs = limits.session.accessTokenMinutes * 60_000;

/** Returns milliseconds since the epoch; infinite if unknown. */
const readEnd = (region: RegionId, end: End) =>
  Number(browserMemory.get(markNames[end](region)) ?? Number.POSITIVE_INFINITY);
const mayExist = (region: RegionId) => {
  const isBeforeAbsoluteEnd = tryStorage(
    () => localStorage,
    (storage) => Number(storage.getItem(markNames.absolute(region)) ?? 0) > Date.now(),
  );
  // Without access to storage, the end is unknown.
  return (isBeforeAbsoluteEnd ?? true) && readEnd(region, 'idle') > Date.now();
};

/**
 * Stored end times of each region's session, the only session data outside memory except for the known user
 * (known-user.ts). They are shared by all tabs, and they save signed-out visitors a request. Only a refresh moves the idle
 * end, as on the server. The absolute end never moves, so it identifies a session.
 */
export type SessionMarks = {
  /** Returns the stored ends; infinite if unknown. */
  readonly readEnds: (region: RegionId) => SessionEnds;
  /** Returns the end of a session that is started or refreshed now, in milliseconds since the epoch. */
  readonly endFromNow: (end: End) => number;
  /** Stores the ends that are known. */
  readonly write: (region: RegionId, ends: SessionEnds) => void;
  /**
   * Removes the end times and the known user, unless they belong to a session with another absolute end; an infinite one
   * removes any.
   */
  readonly remove: (region: RegionId, absolute: number) => void;
  /** Returns whether the stored end times belong to the session; true without access to storage. */
  readonly matchesSession: (region: RegionId, absolute: number) => boolean;
  /** Returns whether neither end has passed; false without a stored absolute end, unless storage is inaccessible. */
  readonly mayExist: (region: RegionId) => boolean;
  /** Returns whether a session is stored whose end has passed. */
  readonly hasRunOut: (region: RegionId) => boolean;
  /** Returns whether the session started less than a minute ago. */
  readonly isNew: (region: RegionId) => boolean;
  /** Returns whether the access token may still be valid: it was issued when the session was last refreshed. */
  readonly mayHaveAccess: (region: RegionId) => boolean;
  /** Marks the sign-out of the session as unfinished, until `endSignOut`. */
  readonly beginSignOut: (region: RegionId) => void;
  /** Returns whether a sign-out is unfinished. It does not apply to a session that started later. */
  readonly isSigningOut: (region: RegionId) => boolean;
  readonly endSignOut: (region: RegionId) => void;
};

export const sessionMarks: SessionMarks = {
  readEnds: (region: RegionId): SessionEnds => ({
    idle: readEnd(region, 'idle'),
    absolute: readEnd(region, 'absolute'),
  }),
  endFromNow: (end: End) => Date.now() + lifetimeMs[end],
  write: (region: RegionId, { absolute, idle }: SessionEnds) => {
    if (Number.isFinite(absolute)) browserMemory.set(markNames.absolute(region), String(absolute));
    if (Number.isFinite(idle)) browserMemory.set(markNames.idle(region), String(idle));
  },
  remove: (region: RegionId, absolute: number) => {
    const storedEnd = readEnd(region, 'absolute');
    if (Number.isFinite(storedEnd) && Number.isFinite(absolute) && storedEnd !== absolute) return;
    for (const toName of Object.values(markNames)) browserMemory.remove(toName(region));
    forgetUser(region);
  },
  matchesSession: (region: RegionId, absolute: number) =>
    tryStorage(
      () => localStorage,
      (storage) => storage.getItem(markNames.absolute(region)) === String(absolute),
    ) ?? true,
  mayExist,
  hasRunOut: (region: RegionId) => !mayExist(region) && Boolean(browserMemory.get(markNames.absolute(region))),
  isNew: (region: RegionId) =>
    Number.isFinite(readEnd(region, 'absolute')) &&
    readEnd(region, 'absolute') - lifetimeMs.absolute + 60_000 > Date.now(),
  mayHaveAccess: (region: RegionId) => readEnd(region, 'idle') - lifetimeMs.idle + accessTokenMs > Date.now(),
  beginSignOut: (region: RegionId) => browserMemory.set(toSignOutMarkName(region), String(readEnd(region, 'absolute'))),
  isSigningOut: (region: RegionId) => {
    const endOfSignedOutSession = browserMemory.get(toSignOutMarkName(region));
    const currentEnd = browserMemory.get(markNames.absolute(region));
    return endOfSignedOutSession !== undefined && (currentEnd === undefined || currentEnd === endOfSignedOutSession);
  },
  endSignOut: (region: RegionId) => browserMemory.remove(toSignOutMarkName(region)),
};
