import type { Locator, Page } from '@playwright/test';
import type { JourneyPlace } from '../portal.ts';
import type { Answer } from './answers.ts';
import type { Who } from './people.ts';

/**
 * THE states in which every page is walked. `empty`: nothing is there yet, or typed. `invalid`: what was typed is refused.
 * `loading` and `failed`: what the page asks for or sends. `dialog`: something lies on top of it.
 */
type StateName = 'filled' | 'empty' | 'invalid' | 'loading' | 'failed' | 'dialog';

export type Visit = { readonly page: Page; readonly place: JourneyPlace };

export type State = {
  /** Who looks; absent: as in the page's row. So are the path and, for routes that are not among these, the answers. */
  readonly who?: Who;
  readonly path?: (place: JourneyPlace) => string;
  readonly answers?: readonly Answer[];
  readonly memory?: (place: JourneyPlace) => Readonly<Record<string, string>>;
  readonly act?: (visit: Visit) => Promise<unknown>;
  readonly shows: (visit: Visit) => Locator;
};

type WhyNot = string;

/** A page in all its states, and in whatever others it has. */
export type WalkedPage = {
  readonly who: Who;
  readonly path: (place: JourneyPlace) => string;
  readonly states: Readonly<Record<StateName, State | WhyNot>>;
  readonly more?: Readonly<Record<string, State>>;
  /** It asks only once how wide and how bright the window is: each loads it anew. */
  readonly loadsAnew?: boolean;
};

export const statesOf = ({ states, more = {} }: WalkedPage): (readonly [name: string, state: State])[] =>
  Object.entries({ ...states, ...more }).flatMap(([name, state]) =>
    typeof state === 'string' ? [] : [[name, state] as const],
  );

export const stateOf = (page: WalkedPage, name: string): State => {
  const found = statesOf(page).find(([state]) => state === name);
  if (!found) throw new Error(`The page has no state ${name}.`);
  return found[1];
};
