import type { Log } from '#lambdas/lib/http/log.ts';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { Environment, FunctionName } from '#shared/config/env.ts';
import { environments } from '#shared/config/env.ts';

export type Context = { readonly getRemainingTimeInMillis: () => number };

/** Creates the handler of a function without routes. Parses its environment on cold start and throws if it is invalid. */
export const createEventHandler = <Name extends FunctionName, Event, Result>(
  name: Name,
  createHandler: (env: Environment<Name>, log: Log) => (event: Event, context: Context) => Result | Promise<Result>,
) => {
  const handle = createHandler(environments[name].parse(process.env) as Environment<Name>, jsonLog());
  return async (event: Event, context: Context): Promise<Result> => handle(event, context);
};
