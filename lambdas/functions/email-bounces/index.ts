import { createDynamoDbClient } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createSubscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { createUsersStore } from '#lambdas/lib/users/users.ts';
import { createBouncesHandler } from './handler.ts';

export const handler = createEventHandler('email-bounces', (env, log) =>
  createBouncesHandler({
    users: createUsersStore(createDynamoDbClient(), env.USERS_TABLE),
    subscriptions: createSubscriptions(createDynamoDbClient(), env.SUBSCRIPTIONS_TABLE),
    now: () => new Date(),
    log,
  }),
);
