import type { Locator, Page } from '@playwright/test';
import type { JourneyPlace } from '../portal.ts';
import type { Answer } from './answers.ts';
import type { Who } from './data.ts';

/**
 * THE states in which every page is walked. `empty`: nothing is there yet, or typed. `invalid`: what was typed is refused.
 * `loading` and `failed`: what the page asks for or sends. `dialog`: something lies on top of it.
 */
type StateName = 'filled' | 'empty' | 'invalid' | 'loading' | 'failed' | 'dialog';

export type Visit = { readonly page: Page; readonly place: JourneyPlace; readonly t: JourneyPlace['t'] };

export type Act = (visit: Visit) => Promise<unknown>;

export type State = {
  /** Who looks; absent: as in the page's row. So are the path and, for routes that are not among these, the answers. */
  readonly who?: Who;
  readonly path?: (place: JourneyPlace) => string;
  readonly answers?: readonly Answer[];
  readonly memory?: (place: JourneyPlace) => Readonly<Record<string, string>>;
  /** What somebody does, one after the other. */
  readonly acts?: readonly Act[];
  /** What is seen then, or the first that a selector finds; absent: the heading. */
  readonly shows?: ((visit: Visit) => Locator) | string;
};

type WhyNot = string;

/** A page in all its states, and in whatever others it has. */
export type WalkedPage = {
  /** Absent: staff, at the page's own address. */
  readonly who?: Who;
  readonly path?: (place: JourneyPlace) => string;
  readonly states: Readonly<Record<StateName, State | WhyNot>>;
  readonly more?: Readonly<Record<string, State>>;
};

export const statesOf = ({ states, more = {} }: WalkedPage): (readonly [name: string, state: State])[] =>
  Object.entries({ ...states, ...more }).flatMap(([name, state]) =>
    typeof state === 'string' ? [] : [[name, state] as const],
  );
