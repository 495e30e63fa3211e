import { firstOf, repairsIn } from '../data.ts';
import * as hand from '../hands.ts';
import type { State, Visit } from '../state.ts';

export const noForm = 'It has no form.';
export const asksNothing = 'It asks the server for nothing.';
export const noDialog = 'It opens none but the shell’s, which are walked on Home.';
export const alwaysThere = 'What it shows is always there.';
export const onlyFilters = 'Its filters refuse nothing that can be typed.';

export const shown: State = { shows: hand.heading };
export const nothing = () => ({ items: [] });
export const textsOf = ({ place }: Visit) => place.t;

/** How the references of many of a store's repairs begin. */
export const commonBeginning = ({ place }: Visit) => firstOf(repairsIn, place.region).storeRefNo.slice(0, 7);
