import { openBrowser } from '#scripts/testing/browser.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { createExactFigure } from '../bench/figure.ts';
import type { Environment } from './environment.ts';
import { isSuccess, sendListRequest, measureOutcome, createSuccessFigure, retryUntilAnswered } from './ledger.ts';
import type { Outcome } from './ledger.ts';
import { createScenario } from './scenario.ts';

const signInAs = (portal: Environment['portal'], name: string) =>
  measureOutcome(() => openBrowser(portal).login('nuk', `${name}@nuk.example`));
const refresh = (browser: Browser) => measureOutcome(() => browser.send(routes.auth.refreshToken, 'nuk'));

export const cognitoThrottled = createScenario({
  description: "20 % of Cognito's calls are throttled; then 20 % of its responses are lost",
  service: 'COGNITO_IDENTITY_PROVIDER',
  prepare: async ({ portal, signIn }) => {
    const browser = await signIn('nuk', 'repairs');
    const renew = () => refresh(browser);
    const rates = { throttled: 0.2 };
    return {
      phases: [
        { label: 'Sign-ins', rates, count: 200, maxConcurrency: 3, work: () => signInAs(portal, 'returns') },
        { label: 'Renewals of sessions', rates, count: 200, maxConcurrency: 1, work: renew },
        // A browser retries a renewal that failed, so a lost response signs out no user.
        {
          label: 'Renewals, repeated after a lost response',
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
  description: 'Cognito is unavailable',
  service: 'COGNITO_IDENTITY_PROVIDER',
  prepare: async ({ portal, signIn }) => {
    const browser = await signIn('nuk', 'repairs');
    // Warms up a function, so that it has cached the pool's keys.
    await sendListRequest(browser);
    let refreshedBrowser = browser;
    let listOutcomes: Outcome[] = [];
    const listOnce = async () => {
      const outcome = await sendListRequest(browser);
      listOutcomes.push(outcome);
      return outcome;
    };
    return {
      duringOutage: [() => signInAs(portal, 'both'), () => refresh(refreshedBrowser), listOnce],
      before: async () => {
        listOutcomes = [];
        refreshedBrowser = await signIn('nuk', 'both');
      },
      after: async () => [
        createSuccessFigure('… lists of users who were signed in before', listOutcomes, 100),
        createExactFigure(
          '… sessions that can be renewed afterwards',
          isSuccess(await refresh(refreshedBrowser)) ? 1 : 0,
          1,
        ),
      ],
    };
  },
});

/** The scenario covers starting functions only: running ones continue with cached secrets (lambdas/lib/http/secrets.test.ts). */
export const secretsOutage = createScenario({
  description: 'Secrets Manager is unavailable while functions start',
  service: 'SECRETS_MANAGER',
  ownPortalOptions: { warm: false },
  prepare: ({ portal }) => ({ duringOutage: [() => signInAs(portal, 'returns')], outageKinds: ['hanging'] }),
});
