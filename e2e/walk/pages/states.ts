import type { Place } from '#shared/api/paths.ts';
import type { Route } from '#shared/api/route.ts';
import { blankContent } from '#shared/repairs/content.ts';
import { userStorageKey } from '#web/browser/memory.ts';
import { now, createSession } from '../data.ts';
import * as interactions from '../interactions.ts';
import type { Words } from '../interactions.ts';
import type { Act, State, Visit } from '../state.ts';
import { stubResponse, stubPending, stubError } from '../stubbed-responses.ts';
import type { StubbedResponse } from '../stubbed-responses.ts';

export const noForm = 'It has no form.';
export const asksNothing = 'It sends no requests.';
export const noDialog = 'It only opens the shell’s dialogs, which are covered on Home.';
export const alwaysThere = 'Its content is static.';
export const onlyFilters = 'Its filters accept any input.';

export const defaultState: State = {};
export const createEmptyPage = () => ({ items: [] });
const toDraftOwner = ({ region }: Pick<Place, 'region'>) => ({
  region,
  email: createSession('staff', region).email,
});

/** Drafts of repairs: one with content, and an empty one. */
export const draftRepair = { id: '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11', product: 'switch-2', storeRefNo: '1001-0034' };
export const emptyDraft = { ...draftRepair, id: '0d4c8f3a-51b7-4c1e-8a38-7e2f5b6c9d10', product: '', storeRefNo: '' };

const draftKey = (id: string, place: Pick<Place, 'region'>) =>
  `draft.bookRepair.${id}${userStorageKey('', toDraftOwner(place))}`;

/** Returns the storage entries of saved drafts. */
export const withDrafts =
  (...drafts: readonly (typeof draftRepair)[]) =>
  (place: Pick<Place, 'region'>): Record<string, string> => {
    const savedAt = new Date(now.getTime() - 900_000).toISOString();
    return Object.fromEntries(
      drafts.map((draft) => [
        draftKey(draft.id, place),
        JSON.stringify({ savedAt, values: { ...blankContent, ...draft } }),
      ]),
    );
  };

/** Simulates another tab that has the parked draft open, by taking its tab lock. */
export const holdTabLock: Act = async ({ page, place }) => {
  await page.locator('.parked a').waitFor();
  await page.evaluate(
    (key) => {
      void navigator.locks.request(key, () => new Promise(() => {}));
    },
    draftKey(draftRepair.id, place),
  );
};

/** Locators of a text in `main`, a button, and a heading. */
export const textLocator = (words: Words) => (visit: Visit) =>
  visit.page.locator('main').getByText(words(visit.t)).first();
export const buttonLocator = (words: Words) => (visit: Visit) => interactions.button(visit, words(visit.t));
export const headingLocator = (words: Words) => (visit: Visit) =>
  visit.page.getByRole('heading', { name: words(visit.t) });

/** State of a page at a specific path. */
export const stateAtPath = (path: State['path'] & {}, shows: State['shows'] & {} = 'h1'): State => ({ path, shows });
/** State after some acts, with the given responses. */
export const stateAfterActs = (
  acts: readonly Act[],
  shows: State['shows'] & {},
  ...replies: readonly StubbedResponse[]
): State => ({
  answers: replies,
  acts,
  shows,
});

/** Common states: waiting for the server, an empty list, a failed request, a pressed button. */
export const loadingState = (route: Route, words: Words) => textState(words, stubPending(route));
export const emptyState = (route: Parameters<typeof stubResponse>[0], words: Words) =>
  textState(words, stubResponse(route, createEmptyPage));
export const failedState = (...routes: readonly Route[]) =>
  stateAfterActs([], interactions.alert, ...routes.map((route) => stubError(route)));
export const stateAfterPress = (words: Words, shows: State['shows'] & {}) =>
  stateAfterActs([interactions.press(words)], shows);

/** State in which a submission is pending and its button shows so. */
export const submittingState = (route: Route, acts: readonly Act[], words: Words) =>
  stateAfterActs(acts, buttonLocator(words), stubPending(route));
/** State in which the page or the server rejects a submission and the form shows why. */
export const formErrorState = (acts: readonly Act[], ...replies: readonly StubbedResponse[]) =>
  stateAfterActs(acts, interactions.formErrors, ...replies);
/** State in which the page shows a text, with the given responses. */
export const textState = (words: Words, ...replies: readonly StubbedResponse[]) =>
  stateAfterActs([], textLocator(words), ...replies);
