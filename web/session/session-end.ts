import { limits } from '#shared/config/limits.ts';

/**
 * End times of a session in milliseconds since the epoch: `idle` unless it is refreshed before, `absolute` in any case.
 */
export type SessionEnds = { readonly idle: number; readonly absolute: number };

/**
 * Notice about a session's end: `idleSoon` can be averted, `endsSoon` cannot, `over` has to be confirmed by the server.
 */
export type Phase =
  | { readonly type: 'quiet' }
  | { readonly type: 'idleSoon'; readonly endsAt: number }
  | { readonly type: 'endsSoon'; readonly endsAt: number }
  | { readonly type: 'over' };

/**
 * The server's idle period starts slightly before the browser's, whose clock may be fast: a request that is too early
 * would extend the session.
 */
const marginMs = 5_000;

const warningMs = limits.session.warningMinutes * 60_000;

/** Returns the phase of a session; all times in milliseconds since the epoch. */
export const sessionPhaseAt = (now: number, { idle, absolute }: SessionEnds): Phase => {
  const endsAt = Math.min(idle, absolute);
  if (now >= endsAt + marginMs) return { type: 'over' };
  if (now < endsAt - warningMs) return { type: 'quiet' };
  return { type: idle < absolute ? 'idleSoon' : 'endsSoon', endsAt };
};
