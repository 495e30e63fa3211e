import { randomUUID } from 'node:crypto';
import { openBrowser } from '#e2e/api/browser.ts';
import type { Figure } from '../bench/figure.ts';
import { clearAndInTime, isDone, outcomeOf, succeeded } from './answers.ts';
import type { BadDay } from './bad-day.ts';
import { exactly } from './bad-day.ts';
import { times, untilNone } from './bookings.ts';
import { outage, waysToBeAway } from './outage.ts';
import type { Setting } from './setting.ts';

type Mail = { readonly id: number; readonly to: string };

const mails = async ({ inboxUrl }: Setting['portal']): Promise<Mail[]> =>
  (await fetch(`${inboxUrl}/messages.json`)).json();
/** That nobody knows: the answer is the same, and nobody is sent anything. */
const unknown = () => `${randomUUID()}@nuk.example`;

export const queueAway: BadDay = {
  about: "20 % of SQS's calls are throttled; then SQS is away (codes for forgotten passwords)",
  run: async ({ setting, many, ...circumstances }) => {
    const { portal, faults } = await setting();
    const ask = (email: string) => outcomeOf(() => openBrowser(portal).askForCode('nuk', email));
    faults.set('SQS', { throttled: 0.2 });
    const throttled = await times(many(300), () => ask(unknown()), 4);
    faults.clear();
    const figures: Figure[] = [
      succeeded('Codes asked for', throttled),
      ...clearAndInTime('Codes asked for', throttled),
    ];
    for (const way of waysToBeAway) {
      // Somebody in need asks more often than they may fail.
      const insistent = unknown();
      const works = [() => ask(unknown()), () => ask(insistent)];
      const { outcomes, wellAgain } = await outage(faults, 'SQS', way, circumstances, works);
      figures.push(wellAgain, ...clearAndInTime('…', outcomes));
    }
    const before = Math.max(0, ...(await mails(portal)).map(({ id }) => id));
    const asked = ['repairs@nuk.example', 'admin@nuk.example'];
    const accepted: string[] = [];
    for (const email of asked) if (isDone(await ask(email))) accepted.push(email);
    const without = await untilNone(async () => {
      const arrived = new Set((await mails(portal)).filter(({ id }) => id > before).map(({ to }) => to));
      return accepted.filter((email) => !arrived.has(email));
    }, 30_000);
    return [...figures, exactly('Codes that arrive afterwards', accepted.length - without.length, asked.length)];
  },
};
