import type { Log } from '#lambdas/http/log.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import type { Environment, FunctionName } from '#shared/env.ts';
import { environments } from '#shared/env.ts';

/** As much of Lambda's context as is needed. */
export type Context = { readonly getRemainingTimeInMillis: () => number };

/**
 * The handler of a function that stands behind no route, out of its environment, which is parsed at start, and its log. A function that
 * takes no callback has to promise its answer.
 */
export const triggered = <Name extends FunctionName, Event, Answer>(
  name: Name,
  make: (env: Environment<Name>, log: Log) => (event: Event, context: Context) => Answer | Promise<Answer>,
) => {
  const work = make(environments[name].parse(process.env) as Environment<Name>, jsonLog());
  return async (event: Event, context: Context): Promise<Answer> => work(event, context);
};
