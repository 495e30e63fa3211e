import type { Place } from '#shared/paths.ts';
import { blankContent } from '#shared/repairs/content.ts';
import type { Route } from '#shared/route.ts';
import { ownName } from '#web/browser/memory.ts';
import { answers, keepsWaiting } from '../answers.ts';
import type { Answer } from '../answers.ts';
import { firstOf, now, repairsIn } from '../data.ts';
import * as hand from '../hands.ts';
import { sessionOf } from '../people.ts';
import type { State, Visit } from '../state.ts';

export const noForm = 'It has no form.';
export const asksNothing = 'It asks the server for nothing.';
export const noDialog = 'It opens none but the shell’s, which are walked on Home.';
export const alwaysThere = 'What it shows is always there.';
export const onlyFilters = 'Its filters refuse nothing that can be typed.';

export const shown: State = { shows: hand.heading };
export const nothing = () => ({ items: [] });
export const userIn = ({ region }: Pick<Place, 'region'>) => ({ region, email: sessionOf('staff', region).email });

/** A repair that was begun and left, by its draft’s id. */
export const begunRepair = { id: '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11', product: 'switch-2', storeRefNo: '1001-0034' };
export const begunBefore = { ...begunRepair, id: '0d4c8f3a-51b7-4c1e-8a38-7e2f5b6c9d10', product: '', storeRefNo: '' };

const draftKey = (id: string, place: Pick<Place, 'region'>) => `draft.bookRepair.${id}${ownName('', userIn(place))}`;

/** What a browser remembers of repairs that were begun. */
export const begun =
  (...drafts: readonly (typeof begunRepair)[]) =>
  (place: Pick<Place, 'region'>): Record<string, string> =>
    Object.fromEntries(
      drafts.map((draft) => [
        draftKey(draft.id, place),
        JSON.stringify({
          savedAt: new Date(now.getTime() - 900_000).toISOString(),
          values: { ...blankContent, ...draft },
        }),
      ]),
    );

/** Another tab goes on with a draft: whoever has the browser’s lock fills it in. */
export const openElsewhere = ({ page, place }: Visit, { id }: { readonly id: string }) =>
  page.evaluate(
    (key) => {
      void navigator.locks.request(key, () => new Promise(() => {}));
    },
    draftKey(id, place),
  );

export const textsOf = ({ place }: Visit) => place.t;

type Words = (texts: ReturnType<typeof textsOf>) => string;

/** What is seen: words, or a button that says them. */
export const says = (words: Words) => (visit: Visit) => hand.text(visit, words(textsOf(visit)));
export const offers = (words: Words) => (visit: Visit) => hand.button(visit, words(textsOf(visit)));

/** The states that many pages have alike: the server is waited for, it has nothing, a button is pressed. */
export const waits = (route: Route, words: Words): State => ({ answers: [keepsWaiting(route)], shows: says(words) });
export const hasNone = (route: Parameters<typeof answers>[0], words: Words): State => ({
  answers: [answers(route, nothing)],
  shows: says(words),
});
export const pressed = (words: Words, shows: State['shows']): State => ({
  act: (visit) => hand.press(visit, words(textsOf(visit))),
  shows,
});

/** What is sent waits for its answer, and its button says so. */
export const busy = (route: Route, act: State['act'] & {}, words: Words): State => ({
  answers: [keepsWaiting(route)],
  act,
  shows: offers(words),
});
/** What is sent is refused, by the page itself or as the server answers, and the form says why. */
export const complains = (act: State['act'] & {}, ...replies: readonly Answer[]): State => ({
  answers: replies,
  act,
  shows: hand.complaint,
});
/** The page says something, where the server answers so. */
export const tells = (words: Words, ...replies: readonly Answer[]): State => ({ answers: replies, shows: says(words) });

/** How the references of many of a store's repairs begin. */
export const commonBeginning = ({ place }: Visit) => firstOf(repairsIn, place.region).storeRefNo.slice(0, 7);
