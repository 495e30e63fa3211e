import { exactly, none } from '../bench/figure.ts';
import { bookingOf, nothingLost, send } from './ledger.ts';
import { clear } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import type { BadDay } from './trial.ts';

const atOnce = 200;

export const race: BadDay = {
  about: `${atOnce} bookings of one reference at once`,
  run: async ({ setting: opened, many }) => {
    const setting = await opened();
    const browser = await setting.signIn('nuk', 'repairs');
    const rounds = many(20);
    const all: Outcome[] = [];
    const won: ReturnType<typeof bookingOf>[] = [];
    let decided = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { storeRefNo } = bookingOf();
      const sent = Array.from({ length: atOnce }, () => bookingOf(storeRefNo));
      const outcomes = await Promise.all(sent.map((body) => send(browser, body)));
      const winners = sent.filter((_, index) => outcomes[index]?.status === 201);
      const refused = outcomes.filter(({ code }) => code === 'RepairRequestExists');
      if (winners.length === 1 && refused.length === atOnce - 1) decided += 1;
      won.push(...winners);
      all.push(...outcomes);
    }
    return [
      exactly('Rounds that exactly one won, the others told so', decided, rounds),
      none('Answered with something else', all.filter(({ status }) => status !== 201 && status !== 409).length),
      // Two hundred at once wait for four processes here, which Lambda would have more of: no word of how long.
      clear('All', all),
      ...(await nothingLost(setting, won)),
    ];
  },
};
