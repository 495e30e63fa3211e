import { limits } from '#shared/limits.ts';

/** When a session ends, in milliseconds since the epoch: unless it is renewed before, and in any case. */
export type Ends = { readonly idle: number; readonly absolute: number };

/** What there is to say about a session's end. `idleSoon` can be averted, `endsSoon` cannot; `over` is for the server to confirm. */
export type Phase =
  | { readonly type: 'quiet' }
  | { readonly type: 'idleSoon'; readonly endsAt: number }
  | { readonly type: 'endsSoon'; readonly endsAt: number }
  | { readonly type: 'over' };

/** The server's hour begins a moment before the browser's, whose clock may be a little fast: asked too early, the server would begin another one. */
const marginMs = 5_000;

const warningMs = limits.session.warningMinutes * 60_000;

/** Where a session stands at an instant; all in milliseconds since 1970. */
export const phaseAt = (now: number, { idle, absolute }: Ends): Phase => {
  const endsAt = Math.min(idle, absolute);
  if (now >= endsAt + marginMs) return { type: 'over' };
  if (now < endsAt - warningMs) return { type: 'quiet' };
  return { type: idle < absolute ? 'idleSoon' : 'endsSoon', endsAt };
};
