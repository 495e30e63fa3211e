import type { Place } from '#shared/api/paths.ts';
import type { Route } from '#shared/api/route.ts';
import { blankContent } from '#shared/repairs/content.ts';
import { toUserStorageKey } from '#web/browser/memory.ts';
import { now, createSession } from '../data.ts';
import * as interactions from '../interactions.ts';
import type { TextSelector } from '../interactions.ts';
import type { Action, State, Visit } from '../state.ts';
import { stubResponse, stubPending, stubError } from '../stubbed-responses.ts';
import type { StubbedResponse } from '../stubbed-responses.ts';

// Parts of the states in which the walk opens the pages (docs/walk.md).

/** Reasons why a page does not have one of the common states. */
export const noForm = 'It has no form.';
export const noRequests = 'It sends no requests.';
export const noDialog = 'It only opens the shell’s dialogs, which are covered on Home.';
export const staticContent = 'Its content is static.';
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
  `draft.bookRepair.${id}${toUserStorageKey('', toDraftOwner(place))}`;

/** Creates the browser storage entries of saved drafts. */
export const createDraftStorage =
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
export const holdTabLock: Action = async ({ page, place }) => {
  await page.locator('.parked a').waitFor();
  await page.evaluate(
    (key) => {
      void navigator.locks.request(key, () => new Promise(() => {}));
    },
    draftKey(draftRepair.id, place),
  );
};

/** Locators of a text in `main`, a button, and a heading. */
export const textLocator = (selectText: TextSelector) => (visit: Visit) =>
  visit.page.locator('main').getByText(selectText(visit.t)).first();
export const buttonLocator = (selectText: TextSelector) => (visit: Visit) =>
  interactions.button(visit, selectText(visit.t));
export const headingLocator = (selectText: TextSelector) => (visit: Visit) =>
  visit.page.getByRole('heading', { name: selectText(visit.t) });

/** State of a page at a specific path. */
export const stateAtPath = (path: State['path'] & {}, shows: State['shows'] & {} = 'h1'): State => ({ path, shows });
/** State after some actions, with the given responses. */
export const stateAfterActions = (
  actions: readonly Action[],
  shows: State['shows'] & {},
  ...responses: readonly StubbedResponse[]
): State => ({
  responses,
  actions,
  shows,
});

/** Common states: waiting for the server, an empty list, a failed request, a pressed button. */
export const loadingState = (route: Route, selectText: TextSelector) => textState(selectText, stubPending(route));
export const emptyState = (route: Parameters<typeof stubResponse>[0], selectText: TextSelector) =>
  textState(selectText, stubResponse(route, createEmptyPage));
export const failedState = (...routes: readonly Route[]) =>
  stateAfterActions([], interactions.alert, ...routes.map((route) => stubError(route)));
export const stateAfterPress = (selectText: TextSelector, shows: State['shows'] & {}) =>
  stateAfterActions([interactions.press(selectText)], shows);

/** State in which a submission is pending and its button shows the text. */
export const submittingState = (route: Route, actions: readonly Action[], selectText: TextSelector) =>
  stateAfterActions(actions, buttonLocator(selectText), stubPending(route));
/** State in which the page or the server rejects a submission and the form shows why. */
export const formErrorState = (actions: readonly Action[], ...responses: readonly StubbedResponse[]) =>
  stateAfterActions(actions, interactions.formErrors, ...responses);
/** State in which the page shows a text, with the given responses. */
export const textState = (selectText: TextSelector, ...responses: readonly StubbedResponse[]) =>
  stateAfterActions([], textLocator(selectText), ...responses);
