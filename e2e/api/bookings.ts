import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '#scripts/testing/browser.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { routes } from '#shared/routes/table.ts';

const { bookRepair, correctRepair, findDevice, findRepair, listRepairs, withdrawRepair } = routes.repairs;

/** What a store says of a repair, and a form for one, each with a reference of its own. */
export const content = {
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XTW70012345678',
  purchaseDate: '2026-01-15',
  detailedDescription: '',
};

export const booking = (change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  ...content,
  storeRefNo: `R-${randomUUID()}`,
  customerPresence: true,
  termsAcceptance: true,
  ...change,
});

export const identityOf = ({ storeId, storeRefNo, id }: RecordIdentity) => ({ storeId, storeRefNo, id });

/** What somebody at a counter does with repairs. */
export const deskOf = (browser: Browser, region: RegionId = 'nuk') => {
  const list = (query: Record<string, string> = {}) => browser.send(listRepairs, region, { query });
  return {
    book: (change: Record<string, unknown> = {}) => browser.send(bookRepair, region, { body: booking(change) }),
    list,
    references: async (query: Record<string, string> = {}) =>
      (await list({ limit: '500', ...query })).json.items?.map(({ storeRefNo }) => storeRefNo),
    /** All pages of a list, as references. */
    pages: async (query: Record<string, string>) => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const { json } = await list({ ...query, ...(cursor && { cursor }) });
        pages.push(json.items.map(({ storeRefNo }) => storeRefNo));
        cursor = json.cursor;
      } while (cursor);
      return pages;
    },
    find: (identity: RecordIdentity) => browser.send(findRepair, region, { query: identityOf(identity) }),
    device: (serialNumber: string, query: Record<string, string> = {}) =>
      browser.send(findDevice, region, { query: { serialNumber, ...query } }),
    correct: (seen: Pick<Repair, 'version'> & RecordIdentity, change: Record<string, unknown> = {}) =>
      browser.send(correctRepair, region, {
        body: { ...identityOf(seen), version: seen.version, ...content, ...change },
      }),
    withdraw: (seen: Pick<Repair, 'version'> & RecordIdentity, change: Record<string, unknown> = {}) =>
      browser.send(withdrawRepair, region, { body: { ...identityOf(seen), version: seen.version, ...change } }),
  };
};

/** Asks until the answer is the one, for what follows a second or so behind, many on a busy machine; answers what it was at last. */
export const eventually = async <Answer>(
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<Answer> => {
  const deadline = Date.now() + 25_000;
  for (;;) {
    const answer = await ask();
    if (isRight(answer) || Date.now() > deadline) return answer;
    await wait(100);
  }
};
