import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { callerRows } from '#lambdas/http/caller.ts';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { requestTo, send } from '#lambdas/testing/request.ts';
import type { Route } from '#shared/route.ts';
import type { BenchDatabase } from './database.ts';
import type { SignedIn } from './signed-in.ts';
import { behindTheApi } from './signed-in.ts';

/** What every function behind the API gets, on a database. */
const collaboratorsOn = ({ db }: BenchDatabase, { tokens }: SignedIn) => ({
  ...behindTheApi(tokens, callerRows(db, { users: 'users', sessions: 'sessions' })),
  countForDay: dailyLimits(db, 'attempts'),
});

type Request = NonNullable<Parameters<typeof requestTo>[1]>;

/** A way to call a function's routes as somebody who is signed in, and has a row and a session for it. */
export const calledFunction = async <Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  served: (collaborators: ReturnType<typeof collaboratorsOn>) => unknown,
  database: BenchDatabase,
  caller: SignedIn,
) => {
  const { db } = database;
  const { cookies, user, session } = caller;
  const handler = served(collaboratorsOn(database, caller));
  await db.send(new PutCommand({ TableName: 'users', Item: user }));
  await db.send(new PutCommand({ TableName: 'sessions', Item: session }));

  /** Sends a request; throws when the answer is not the one of success. */
  return async (name: keyof Routes & string, request: Request): Promise<Record<string, unknown>> => {
    const route: Route | undefined = routes[name];
    if (!route) throw new Error(`there is no route ${name}`);
    const { statusCode, json } = await send(handler, requestTo(route, { cookies: [...cookies], ...request }));
    if (statusCode !== (route.status ?? 200))
      throw new Error(`${name} answered ${statusCode} ${JSON.stringify(json).slice(0, 1000)}`);
    return json;
  };
};
