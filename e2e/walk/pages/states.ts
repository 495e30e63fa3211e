import type { Place } from '#shared/paths.ts';
import { blankContent } from '#shared/repairs/content.ts';
import type { Route } from '#shared/route.ts';
import { ownName } from '#web/browser/memory.ts';
import { answers, keepsWaiting, refuses } from '../answers.ts';
import type { Answer } from '../answers.ts';
import { now, sessionOf } from '../data.ts';
import * as hand from '../hands.ts';
import type { Words } from '../hands.ts';
import type { Act, State, Visit } from '../state.ts';

export const noForm = 'It has no form.';
export const asksNothing = 'It asks the server for nothing.';
export const noDialog = 'It opens none but the shell’s, which are walked on Home.';
export const alwaysThere = 'What it shows is always there.';
export const onlyFilters = 'Its filters refuse nothing that can be typed.';

export const shown: State = {};
export const nothing = () => ({ items: [] });
export const userIn = ({ region }: Pick<Place, 'region'>) => ({ region, email: sessionOf('staff', region).email });

/** A repair that was begun and left, by its draft’s id. */
export const begunRepair = { id: '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11', product: 'switch-2', storeRefNo: '1001-0034' };
export const begunBefore = { ...begunRepair, id: '0d4c8f3a-51b7-4c1e-8a38-7e2f5b6c9d10', product: '', storeRefNo: '' };

const draftKey = (id: string, place: Pick<Place, 'region'>) => `draft.bookRepair.${id}${ownName('', userIn(place))}`;

/** What a browser remembers of repairs that were begun. */
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

/** Another tab goes on with the draft that is parked: whoever has the browser’s lock fills it in. */
export const openElsewhere: Act = async ({ page, place }) => {
  await page.locator('.parked a').waitFor();
  await page.evaluate(
    (key) => {
      void navigator.locks.request(key, () => new Promise(() => {}));
    },
    draftKey(begunRepair.id, place),
  );
};

/** What is seen: words, or a button or a heading that says them. */
export const says = (words: Words) => (visit: Visit) => visit.page.locator('main').getByText(words(visit.t)).first();
export const offers = (words: Words) => (visit: Visit) => hand.button(visit, words(visit.t));
export const headed = (words: Words) => (visit: Visit) => visit.page.getByRole('heading', { name: words(visit.t) });

/** What is seen at an address of the page's own. */
export const at = (path: State['path'] & {}, shows: State['shows'] & {} = 'h1'): State => ({ path, shows });
/** What is seen after somebody has done something, where the server answers so. */
export const after = (acts: readonly Act[], shows: State['shows'] & {}, ...replies: readonly Answer[]): State => ({
  answers: replies,
  acts,
  shows,
});

/** The states that many pages have alike: the server is waited for, it has nothing, it fails, a button is pressed. */
export const waits = (route: Route, words: Words) => tells(words, keepsWaiting(route));
export const hasNone = (route: Parameters<typeof answers>[0], words: Words) => tells(words, answers(route, nothing));
export const fails = (...routes: readonly Route[]) => after([], hand.alert, ...routes.map((route) => refuses(route)));
export const pressed = (words: Words, shows: State['shows'] & {}) => after([hand.press(words)], shows);

/** What is sent waits for its answer, and its button says so. */
export const busy = (route: Route, acts: readonly Act[], words: Words) =>
  after(acts, offers(words), keepsWaiting(route));
/** What is sent is refused, by the page itself or as the server answers, and the form says why. */
export const complains = (acts: readonly Act[], ...replies: readonly Answer[]) =>
  after(acts, hand.complaint, ...replies);
/** The page says something, where the server answers so. */
export const tells = (words: Words, ...replies: readonly Answer[]) => after([], says(words), ...replies);
