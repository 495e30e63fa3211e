import { openBrowser } from '#scripts/testing/browser.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { exactFigure } from '../bench/figure.ts';
import type { Environment } from './environment.ts';
import { isSuccess, sendListRequest, measureOutcome, successFigure, retryUntilAnswered } from './ledger.ts';
import type { Outcome } from './ledger.ts';
import { createScenario } from './scenario.ts';

const signInAs = (portal: Environment['portal'], name: string) =>
  measureOutcome(() => openBrowser(portal).login('nuk', `${name}@nuk.example`));
const refresh = (browser: Browser) => measureOutcome(() => browser.send(routes.auth.refreshToken, 'nuk'));

export const cognitoThrottled = createScenario({
  about: "20 % of Cognito's calls are throttled; then 20 % of its answers are lost",
  service: 'COGNITO_IDENTITY_PROVIDER',
  prepare: async ({ portal, signIn }) => {
    const browser = await signIn('nuk', 'repairs');
    const renew = () => refresh(browser);
    const rates = { throttled: 0.2 };
    return {
      phases: [
        { what: 'Sign-ins', rates, count: 200, maxConcurrency: 3, work: () => signInAs(portal, 'returns') },
        { what: 'Renewals of sessions', rates, count: 200, maxConcurrency: 1, work: renew },
        // A browser retries a renewal that failed, so a lost response signs out no user.
        {
          what: 'Renewals, tried again where the answer is lost',
          rates: { lost: 0.2 },
          count: 60,
          maxConcurrency: 1,
          work: () => retryUntilAnswered(renew),
          atLeast: 100,
        },
      ],
    };
  },
});

export const cognitoOutage = createScenario({
  about: 'Cognito is away',
  service: 'COGNITO_IDENTITY_PROVIDER',
  prepare: async ({ portal, signIn }) => {
    const browser = await signIn('nuk', 'repairs');
    // Warms up a function, so that it has cached the pool's keys.
    await sendListRequest(browser);
    let refreshedBrowser = browser;
    let lists: Outcome[] = [];
    const listOnce = async () => {
      const outcome = await sendListRequest(browser);
      lists.push(outcome);
      return outcome;
    };
    return {
      duringOutage: [() => signInAs(portal, 'both'), () => refresh(refreshedBrowser), listOnce],
      before: async () => {
        lists = [];
        refreshedBrowser = await signIn('nuk', 'both');
      },
      after: async () => [
        successFigure('… lists of who was signed in before', lists, 100),
        exactFigure('… sessions that can be renewed afterwards', isSuccess(await refresh(refreshedBrowser)) ? 1 : 0, 1),
      ],
    };
  },
});

/** Functions that are running continue with cached secrets (lambdas/lib/http/secrets.test.ts). */
export const secretsOutage = createScenario({
  about: 'Secrets Manager is away while functions start',
  service: 'SECRETS_MANAGER',
  ownPortalOptions: { warm: false },
  prepare: ({ portal }) => ({ duringOutage: [() => signInAs(portal, 'returns')], outageKinds: ['hanging'] }),
});
