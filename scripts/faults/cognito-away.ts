import type { Browser } from '#e2e/api/browser.ts';
import { openBrowser } from '#e2e/api/browser.ts';
import { routes } from '#shared/routes/table.ts';
import type { Figure } from '../bench/figure.ts';
import type { Outcome } from './answers.ts';
import { clearAndInTime, isDone, outcomeOf, succeeded } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { exactly, none } from './bad-day.ts';
import { list, times } from './bookings.ts';
import { outage, waysToBeAway } from './outage.ts';
import type { Setting } from './setting.ts';

const { refreshToken } = routes.auth;

const signInAs = (portal: Setting['portal'], name: string) =>
  outcomeOf(() => openBrowser(portal).login('nuk', `${name}@nuk.example`));
const refresh = (browser: Browser) => outcomeOf(() => browser.send(refreshToken, 'nuk'));

export const cognitoThrottled: BadDay = {
  about: "20 % of Cognito's calls are throttled; then 20 % of its answers are lost",
  run: async ({ setting, many }) => {
    const { portal, faults, signIn } = await setting();
    const browser = await signIn('nuk', 'repairs');
    faults.set('COGNITO_IDENTITY_PROVIDER', { throttled: 0.2 });
    const signIns = await times(many(200), () => signInAs(portal, 'returns'), 3);
    const refreshes = await times(many(200), () => refresh(browser), 1);
    faults.set('COGNITO_IDENTITY_PROVIDER', { lost: 0.2 });
    const unsure: Outcome<unknown>[] = [];
    let signedOut = 0;
    for (let count = many(60); count > 0; count -= 1) {
      // A browser tries again what could not be renewed.
      let outcome = await refresh(browser);
      unsure.push(outcome);
      for (let tries = 1; tries < 10 && outcome.status >= 500; tries += 1) {
        outcome = await refresh(browser);
        unsure.push(outcome);
      }
      if (!isDone(outcome)) signedOut += 1;
    }
    faults.clear();
    return [
      succeeded('Sign-ins', signIns),
      succeeded('Renewals of sessions', refreshes),
      ...clearAndInTime('All', [...signIns, ...refreshes, ...unsure]),
      none('Signed out by a lost answer', signedOut),
    ];
  },
};

export const cognitoAway: BadDay = {
  about: 'Cognito is away',
  run: async ({ setting, ...circumstances }) => {
    const { portal, faults, signIn } = await setting();
    const browser = await signIn('nuk', 'repairs');
    const figures: Figure[] = [];
    // A function that has run before knows the pool's keys.
    await list(browser);
    for (const way of waysToBeAway) {
      const working: Outcome<unknown>[] = [];
      const work = async () => {
        const outcome = await list(browser);
        working.push(outcome);
        return outcome;
      };
      const other = await signIn('nuk', 'both');
      const works = [() => signInAs(portal, 'both'), () => refresh(other), work];
      const { outcomes, wellAgain } = await outage(faults, 'COGNITO_IDENTITY_PROVIDER', way, circumstances, works);
      const renewed = await refresh(other);
      figures.push(
        wellAgain,
        ...clearAndInTime('…', outcomes),
        succeeded('… lists of who was signed in before', working, 100),
        exactly('… sessions that can be renewed afterwards', isDone(renewed) ? 1 : 0, 1),
      );
    }
    return figures;
  },
};
