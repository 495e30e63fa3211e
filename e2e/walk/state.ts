import type { Locator, Page } from '@playwright/test';
import type { JourneyPlace } from '../portal.ts';
import type { Viewer } from './data.ts';
import type { StubbedResponse } from './stubbed-responses.ts';

/**
 * States of every page. `empty`: no data or input yet. `invalid`: rejected input. `loading` and `failed`: a pending or
 * failed request. `dialog`: an open dialog or menu.
 */
type StateName = 'filled' | 'empty' | 'invalid' | 'loading' | 'failed' | 'dialog';

export type Visit = { readonly page: Page; readonly place: JourneyPlace; readonly t: JourneyPlace['t'] };

export type Act = (visit: Visit) => Promise<unknown>;

export type State = {
  /** Overrides of the page's own viewer, path and default responses. */
  readonly who?: Viewer;
  readonly path?: (place: JourneyPlace) => string;
  readonly answers?: readonly StubbedResponse[];
  readonly memory?: (place: JourneyPlace) => Readonly<Record<string, string>>;
  /** Interactions that lead to the state, in order. */
  readonly acts?: readonly Act[];
  /** Element that shows that the state is reached, as a locator or selector; by default the main heading. */
  readonly shows?: ((visit: Visit) => Locator) | string;
};

type SkipReason = string;

/** A page with all its states and any further ones. */
export type WalkedPage = {
  /** By default staff at the page's own address. */
  readonly who?: Viewer;
  readonly path?: (place: JourneyPlace) => string;
  readonly states: Readonly<Record<StateName, State | SkipReason>>;
  readonly more?: Readonly<Record<string, State>>;
};

export const toStateEntries = ({ states, more = {} }: WalkedPage): (readonly [name: string, state: State])[] =>
  Object.entries({ ...states, ...more }).flatMap(([name, state]) =>
    typeof state === 'string' ? [] : [[name, state] as const],
  );
