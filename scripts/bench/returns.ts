import { returnLimits } from '#shared/returns/limits.ts';
import { withEmptyDatabase } from './database.ts';
import type { Bench } from './figure.ts';
import { newReturn, returnsFunction } from './returns-function.ts';
import { signedIn } from './signed-in.ts';

const page = 25;

/** What a return costs that is as long as it can be: to book it, and to list a page of such. */
export const returnsBench: Bench = {
  about: `returns of ${returnLimits.lines.toLocaleString('en-GB')} lines`,
  run: () =>
    withEmptyDatabase(async (database) => {
      const now = new Date();
      const call = await returnsFunction(database, signedIn(now, 'register-returns'));
      let count = 0;
      const book = () => call('bookReturn', { body: newReturn(`return-${(count += 1)}`, now) });
      const list = () => call('listReturns', { queryStringParameters: { limit: String(page) } });
      const heardOfBooking = await database.heard(book);
      for (let calls = 1; calls < page; calls += 1) await book();
      const heardOfList = await database.heard(list);
      const { items } = await list();
      if (!Array.isArray(items) || items.length !== page) throw new Error('the list has no full page');
      return [
        {
          what: `Booking: calls of DynamoDB, ${heardOfBooking.map(({ operation }) => operation).join(' and ')}`,
          value: heardOfBooking.length,
          atMost: 3,
        },
        {
          what: `List of ${page}: calls of DynamoDB, ${heardOfList.map(({ operation }) => operation).join(' and ')}`,
          value: heardOfList.length,
          atMost: 2,
        },
        {
          what: `List of ${page}: scans`,
          value: heardOfList.filter(({ operation }) => operation === 'Scan').length,
          atMost: 0,
        },
      ];
    }),
};
