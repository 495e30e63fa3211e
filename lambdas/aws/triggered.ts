import type { Log } from '#lambdas/http/log.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import type { Environment, FunctionName } from '#shared/env.ts';
import { environments } from '#shared/env.ts';

export type Context = { readonly getRemainingTimeInMillis: () => number };

/** The handler of a function behind no route: its environment, parsed at start, and its log. It promises its answer. */
export const triggered = <Name extends FunctionName, Event, Answer>(
  name: Name,
  make: (env: Environment<Name>, log: Log) => (event: Event, context: Context) => Answer | Promise<Answer>,
) => {
  const work = make(environments[name].parse(process.env) as Environment<Name>, jsonLog());
  return async (event: Event, context: Context): Promise<Answer> => work(event, context);
};
