/** Checked by `npm run types`, like shared/type-errors.type-test.ts. */
import type { routes } from '#shared/api/routes/table.ts';
import type { Handlers } from './serve.ts';

declare const repairHandlers: Handlers<typeof routes.repairs>;
const { listRepairs, ...incompleteHandlers } = repairHandlers;

({ ...incompleteHandlers, listRepairs }) satisfies Handlers<typeof routes.repairs>;
// @ts-expect-error a handler is missing
incompleteHandlers satisfies Handlers<typeof routes.repairs>;
// @ts-expect-error the handler belongs to another route
({ ...repairHandlers, bookRepair: listRepairs }) satisfies Handlers<typeof routes.repairs>;

({
  ...repairHandlers,
  // @ts-expect-error the response isn't the route's output
  listRepairs: async () => ({ body: { rows: [] } }),
}) satisfies Handlers<typeof routes.repairs>;

declare const authHandlers: Handlers<typeof routes.auth>;
({
  ...authHandlers,
  // @ts-expect-error public routes have no caller
  login: async (_input, { caller }) => ({ body: caller }),
}) satisfies Handlers<typeof routes.auth>;
