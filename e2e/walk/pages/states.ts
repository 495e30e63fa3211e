import type { Place } from '#shared/api/paths.ts';
import type { Route } from '#shared/api/route.ts';
import { blankContent } from '#shared/repairs/content.ts';
import { ownName } from '#web/browser/memory.ts';
import { now, sessionOf } from '../data.ts';
import * as hand from '../interactions.ts';
import type { Words } from '../interactions.ts';
import type { Act, State, Visit } from '../state.ts';
import { answers, keepsWaiting, refuses } from '../stubbed-responses.ts';
import type { Answer } from '../stubbed-responses.ts';

export const noForm = 'It has no form.';
export const asksNothing = 'It sends no requests.';
export const noDialog = 'It only opens the shell’s dialogs, which are covered on Home.';
export const alwaysThere = 'Its content is static.';
export const onlyFilters = 'Its filters accept any input.';

export const shown: State = {};
export const nothing = () => ({ items: [] });
export const userIn = ({ region }: Pick<Place, 'region'>) => ({ region, email: sessionOf('staff', region).email });

/** Drafts of repairs: one with content, and an empty one. */
export const begunRepair = { id: '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11', product: 'switch-2', storeRefNo: '1001-0034' };
export const begunBefore = { ...begunRepair, id: '0d4c8f3a-51b7-4c1e-8a38-7e2f5b6c9d10', product: '', storeRefNo: '' };

const draftKey = (id: string, place: Pick<Place, 'region'>) => `draft.bookRepair.${id}${ownName('', userIn(place))}`;

/** Returns the storage entries of saved drafts. */
export const begun =
  (...drafts: readonly (typeof begunRepair)[]) =>
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
export const openElsewhere: Act = async ({ page, place }) => {
  await page.locator('.parked a').waitFor();
  await page.evaluate(
    (key) => {
      void navigator.locks.request(key, () => new Promise(() => {}));
    },
    draftKey(begunRepair.id, place),
  );
};

/** Locators of a text in `main`, a button, and a heading. */
export const says = (words: Words) => (visit: Visit) => visit.page.locator('main').getByText(words(visit.t)).first();
export const offers = (words: Words) => (visit: Visit) => hand.button(visit, words(visit.t));
export const headed = (words: Words) => (visit: Visit) => visit.page.getByRole('heading', { name: words(visit.t) });

/** State of a page at a specific path. */
export const at = (path: State['path'] & {}, shows: State['shows'] & {} = 'h1'): State => ({ path, shows });
/** State after some acts, with the given responses. */
export const after = (acts: readonly Act[], shows: State['shows'] & {}, ...replies: readonly Answer[]): State => ({
  answers: replies,
  acts,
  shows,
});

/** Common states: waiting for the server, an empty list, a failed request, a pressed button. */
export const waits = (route: Route, words: Words) => tells(words, keepsWaiting(route));
export const hasNone = (route: Parameters<typeof answers>[0], words: Words) => tells(words, answers(route, nothing));
export const fails = (...routes: readonly Route[]) => after([], hand.alert, ...routes.map((route) => refuses(route)));
export const pressed = (words: Words, shows: State['shows'] & {}) => after([hand.press(words)], shows);

/** State in which a submission is pending and its button shows so. */
export const busy = (route: Route, acts: readonly Act[], words: Words) =>
  after(acts, offers(words), keepsWaiting(route));
/** State in which the page or the server rejects a submission and the form shows why. */
export const complains = (acts: readonly Act[], ...replies: readonly Answer[]) =>
  after(acts, hand.complaint, ...replies);
/** State in which the page shows a text, with the given responses. */
export const tells = (words: Words, ...replies: readonly Answer[]) => after([], says(words), ...replies);
