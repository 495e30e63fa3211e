import { randomUUID } from 'node:crypto';
import { storesStore } from '#lambdas/directory/stores.ts';
import { serve } from '#lambdas/http/serve.ts';
import { foundReturn } from '#lambdas/records/return.ts';
import { searchIndexOf } from '#lambdas/records/search.ts';
import { returnHandlers } from '#lambdas/returns/returns.ts';
import { returnsStore } from '#lambdas/returns/store.ts';
import { acceptedOf, goodLines } from '#lambdas/testing/files/lines.ts';
import { addDays, calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { returns } from '#shared/routes/returns.ts';
import { calledFunction } from './called-function.ts';
import type { BenchDatabase } from './database.ts';
import type { SignedIn } from './signed-in.ts';
import { region } from './signed-in.ts';

/** What answers the routes of returns on a database, put together as its index.ts does. */
export const returnHandlersOn = (db: BenchDatabase['db']) =>
  returnHandlers({
    returns: returnsStore(db, 'returns', 'attempts'),
    search: searchIndexOf(db, 'search', (item) => foundReturn.parse(item)),
    stores: storesStore(db, 'stores'),
  });

/** The function of returns on a database. */
export const returnsFunction = (database: BenchDatabase, caller: SignedIn) => {
  const handlers = returnHandlersOn(database.db);
  return calledFunction(returns, (collaborators) => serve(returns, handlers, collaborators), database, caller);
};

/** Pieces of one product in a row, as a store sends back what did not sell. */
const piecesOfProduct = 10;

/** A return of as many lines as it can have, unless told otherwise, as the page sends it, under a reference of its own. */
export const newReturn = (storeRefNo: string, now: Date, count: number = returnLimits.lines) => {
  const today = calendarDate(now, regions[region].timeZone);
  const dates = { purchaseDate: addDays(today, -10), returnDate: today };
  const accepted = acceptedOf(goodLines(count));
  const lines = accepted.map(({ serialNumber }, index) => {
    const { product, ean, productDescription } = accepted[Math.floor(index / piecesOfProduct)] ?? {};
    return { product, ean, productDescription, serialNumber, ...dates };
  });
  return { id: randomUUID(), storeRefNo, files: [], lines };
};
