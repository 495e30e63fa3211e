import type { Locator, Page } from '@playwright/test';
import type { JourneyPlace } from '../portal.ts';
import type { Viewer } from './data.ts';
import type { StubbedResponse } from './stubbed-responses.ts';

/**
 * States in which the walk opens every page (docs/walk.md). `empty`: no data or input yet. `invalid`: rejected input. `loading` and `failed`: a pending or
 * failed request. `dialog`: an open dialog or menu.
 */
type StateName = 'filled' | 'empty' | 'invalid' | 'loading' | 'failed' | 'dialog';

export type Visit = { readonly page: Page; readonly place: JourneyPlace; readonly t: JourneyPlace['t'] };

export type Action = (visit: Visit) => Promise<unknown>;

export type State = {
  /** The viewer, path and responses override those of the page. */
  readonly viewer?: Viewer;
  readonly path?: (place: JourneyPlace) => string;
  readonly responses?: readonly StubbedResponse[];
  readonly storage?: (place: JourneyPlace) => Readonly<Record<string, string>>;
  /** Interactions that lead to the state, in order. */
  readonly actions?: readonly Action[];
  /** Element that shows that the state is reached, as a locator or selector; by default the main heading. */
  readonly shows?: ((visit: Visit) => Locator) | string;
};

/** Reason why a page does not have a state. */
type SkipReason = string;

/** A page with the states that every page must list, and more of its own. */
export type WalkedPage = {
  /** The default is a staff user at the page's own path. */
  readonly viewer?: Viewer;
  readonly path?: (place: JourneyPlace) => string;
  readonly states: Readonly<Record<StateName, State | SkipReason>>;
  readonly moreStates?: Readonly<Record<string, State>>;
};

export const toStateEntries = ({ states, moreStates = {} }: WalkedPage): (readonly [name: string, state: State])[] =>
  Object.entries({ ...states, ...moreStates }).flatMap(([name, state]) =>
    typeof state === 'string' ? [] : [[name, state] as const],
  );
