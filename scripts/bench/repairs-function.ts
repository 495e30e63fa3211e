import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { repairs } from '#shared/routes/repairs.ts';
import { callerRows } from '#lambdas/lib/caller-rows.ts';
import { searchIndex } from '#lambdas/lib/search-index.ts';
import { serve } from '#lambdas/lib/serve.ts';
import { storesStore } from '#lambdas/lib/stores.ts';
import { requestTo, send } from '#lambdas/lib/test-request.ts';
import { repairHandlers } from '#lambdas/repairs/handlers.ts';
import { repairsStore } from '#lambdas/repairs/store.ts';
import type { BenchDatabase } from './database.ts';
import type { SignedIn } from './signed-in.ts';
import { behindTheApi } from './signed-in.ts';

type Request = NonNullable<Parameters<typeof requestTo>[1]>;

/** The function of repairs on a database, put together as its index.ts does; whoever is signed in has a row and a session there. */
export const repairsFunction = async ({ db }: BenchDatabase, { tokens, cookies, user, session }: SignedIn) => {
  await db.send(new PutCommand({ TableName: 'users', Item: user }));
  await db.send(new PutCommand({ TableName: 'sessions', Item: session }));

  const handler = serve(
    repairs,
    repairHandlers({ repairs: repairsStore(db, 'repairs'), search: searchIndex(db, 'search'), stores: storesStore(db, 'stores') }),
    behindTheApi(tokens, callerRows(db, { users: 'users', sessions: 'sessions' })),
  );

  /** Sends a request; throws when the answer is not the one of success. */
  return async (name: keyof typeof repairs, request: Request): Promise<Record<string, unknown>> => {
    const { statusCode, json } = await send(handler, requestTo(repairs[name], { cookies: [...cookies], ...request }));
    if (statusCode !== (repairs[name].status ?? 200)) throw new Error(`${name} answered ${statusCode} ${JSON.stringify(json)}`);
    return json;
  };
};

export type RepairsFunction = Awaited<ReturnType<typeof repairsFunction>>;

/** A booking as the page sends it, under a reference of its own. */
export const newBooking = (storeRefNo: string) => ({
  id: randomUUID(),
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: ['dock-switch'],
  issue: 'screenDefect',
  serialNumber: 'XTW70012345678',
  purchaseDate: '2026-01-15',
  detailedDescription: 'The picture flickers after a few minutes.',
  storeRefNo,
  customerPresence: true,
  termsAcceptance: true,
});
