import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from '../testing/browser.ts';
import type { Figure } from '../bench/figure.ts';
import type { Outcome } from './answers.ts';
import { clearAndInTime, outcomeOf, succeeded } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { list } from './bookings.ts';
import { outage } from './outage.ts';
import { openSetting } from './setting.ts';

/** Functions read a secret anew when it is this old. */
const staleAfterMs = 61_000;

export const secretsAway: BadDay = {
  about: 'Secrets Manager is away while functions start; then while they run, for longer than they keep a secret',
  run: async ({ say, outageMs }) => {
    const { portal, faults, signIn, close } = await openSetting({ warm: false });
    try {
      const signInCold = () => outcomeOf(() => openBrowser(portal).login('nuk', 'returns@nuk.example'));
      const figures: Figure[] = [];
      const starting = await outage(faults, 'SECRETS_MANAGER', 'hanging', { outageMs }, [signInCold]);
      figures.push(starting.wellAgain, ...clearAndInTime('Started without their secrets', starting.outcomes));
      const browser = await signIn('nuk', 'repairs');
      await list(browser);
      faults.set('SECRETS_MANAGER', { hanging: 1 });
      say(`Waiting for ${staleAfterMs / 1000} seconds …`);
      await wait(staleAfterMs);
      const running: Outcome<unknown>[] = [];
      for (let count = 0; count < 10; count += 1) running.push(await list(browser), await signInCold());
      faults.clear();
      return [
        ...figures,
        succeeded('Lists and sign-ins while it is away', running, 100),
        ...clearAndInTime('Lists and sign-ins while it is away', running),
      ];
    } finally {
      await close();
    }
  },
};
