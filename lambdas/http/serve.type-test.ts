/** Held by `npm run types`, as shared/tables-of-facts.type-test.ts is. */
import type { routes } from '#shared/routes/table.ts';
import type { Handlers } from './serve.ts';

declare const repairHandlers: Handlers<typeof routes.repairs>;
const { listRepairs, ...others } = repairHandlers;

({ ...others, listRepairs }) satisfies Handlers<typeof routes.repairs>;
// @ts-expect-error a route without its handler
others satisfies Handlers<typeof routes.repairs>;
// @ts-expect-error a handler of another route
({ ...repairHandlers, bookRepair: listRepairs }) satisfies Handlers<typeof routes.repairs>;

({
  ...repairHandlers,
  // @ts-expect-error an answer that isn't the route's output
  listRepairs: async () => ({ body: { rows: [] } }),
}) satisfies Handlers<typeof routes.repairs>;

declare const authHandlers: Handlers<typeof routes.auth>;
({
  ...authHandlers,
  // @ts-expect-error nobody has signed in yet where a route asks for no one
  login: async (_input, { caller }) => ({ body: caller }),
}) satisfies Handlers<typeof routes.auth>;
