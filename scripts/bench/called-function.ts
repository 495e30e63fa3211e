import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { requestTo, send } from '#lambdas/testing/request.ts';
import type { Route } from '#shared/route.ts';
import type { BenchDatabase } from './database.ts';
import type { SignedIn } from './signed-in.ts';

type Request = NonNullable<Parameters<typeof requestTo>[1]>;

/** A way to call a function's routes as somebody who is signed in, and has a row and a session for it. */
export const calledFunction = async <Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  handler: unknown,
  { db }: BenchDatabase,
  { cookies, user, session }: SignedIn,
) => {
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
