import type { Outcome } from './answers.ts';
import { clearAndInTime, isDone, succeeded } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { none } from './bad-day.ts';
import { times } from './bookings.ts';
import { refresh, signInAs } from './outages.ts';

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
      let outcome: Outcome<unknown> | undefined;
      for (let tries = 0; tries < 10 && (outcome?.status ?? 500) >= 500; tries += 1)
        unsure.push((outcome = await refresh(browser)));
      if (!outcome || !isDone(outcome)) signedOut += 1;
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
