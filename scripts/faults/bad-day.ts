import type { Figure } from '../bench/figure.ts';
import type { Setting } from './setting.ts';

/** What a bad day is tried with. */
export type Circumstances = {
  /** The portal of all days that can share one. */
  readonly setting: () => Promise<Setting>;
  /** How many are done of what is many: all, or in a test a few. */
  readonly many: (count: number) => number;
  /** How long an outage lasts. */
  readonly outageMs: number;
  readonly say: (message: string) => void;
};

/** A bad day: what the portal promises on it, and how it keeps that. Throws when it cannot be tried. */
export type BadDay = { readonly about: string; readonly run: (circumstances: Circumstances) => Promise<Figure[]> };

/** A promise that says a number. */
export const exactly = (what: string, value: number, promised: number): Figure => ({
  what,
  value,
  atMost: promised,
  atLeast: promised,
});

export const none = (what: string, value: number): Figure => exactly(what, value, 0);
