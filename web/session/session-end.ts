import { limits } from '#shared/config/limits.ts';

/**
 * End times of a session in milliseconds since the epoch: `idle` unless it is refreshed before, `absolute` in any case.
 */
export type SessionEnds = { readonly idle: number; readonly absolute: number };

/**
 * Phase of a session before its end: the user can extend it at `idleSoon` but not at `endsSoon`, and the server has to
 * confirm `over`.
 */
export type Phase =
  | { readonly type: 'quiet' }
  | { readonly type: 'idleSoon'; readonly endsAt: number }
  | { readonly type: 'endsSoon'; readonly endsAt: number }
  | { readonly type: 'over' };

/**
 * Delay between the end of a session and the request that confirms it. A request before the server's own end would
 * extend the session; the server's idle period starts slightly earlier, but the browser's clock may be fast.
 */
const marginMs = 5_000;

const warningMs = limits.session.warningMinutes * 60_000;

/** Returns the phase of a session; all times in milliseconds since the epoch. */
export const findSessionPhase = (now: number, { idle, absolute }: SessionEnds): Phase => {
  const endsAt = Math.min(idle, absolute);
  if (now >= endsAt + marginMs) return { type: 'over' };
  if (now < endsAt - warningMs) return { type: 'quiet' };
  return { type: idle < absolute ? 'idleSoon' : 'endsSoon', endsAt };
};
