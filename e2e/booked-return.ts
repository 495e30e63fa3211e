import type { Page } from '@playwright/test';
import { returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { addDays, calendarDate } from '#shared/dates.ts';
import { requestHeader } from '#shared/http.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { ReturnLine } from '#shared/returns/line.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { returnRecord } from '#shared/returns/return.ts';
import type { JourneyPlace } from './portal.ts';

/** A product of the catalogue: its key, its EAN and its name in the language of a place. */
export const product = (at: number, { prefix }: JourneyPlace) => {
  const item = returnItems[at];
  if (!item) throw new Error('The catalogue has no such product.');
  return { ...item, name: returnItemLabel(item, prefixes[prefix].language) };
};

/** A line that can be booked today; bought three days ago unless it is said otherwise. */
export const lineOf = (place: JourneyPlace, at: number, serialNumber: string, daysAgo = 3): ReturnLine => {
  const { key, ean, name } = product(at, place);
  const today = calendarDate(new Date(), regions[place.region].timeZone);
  return {
    product: key,
    ean,
    productDescription: name,
    purchaseDate: addDays(today, -daysAgo),
    returnDate: today,
    serialNumber,
  };
};

/** Books a return as the page would, for whoever is signed in on it. */
export const bookedReturn = async (
  page: Page,
  { region }: JourneyPlace,
  storeRefNo: string,
  lines: readonly ReturnLine[],
): Promise<ReturnRecord> => {
  const answered = await page.evaluate(
    async ({ path, header, body }) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header.name]: header.value },
        body,
      });
      return response.json() as Promise<unknown>;
    },
    {
      path: `/api/returns/${region}`,
      header: requestHeader,
      body: JSON.stringify({ id: crypto.randomUUID(), storeRefNo, files: [], lines }),
    },
  );
  return returnRecord.parse(answered);
};
