import { dynamoDb } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { usersStore } from '#lambdas/lib/users/users.ts';
import { bouncesHandler } from './handler.ts';

export const handler = createEventHandler('email-bounces', (env, log) =>
  bouncesHandler({ users: usersStore(dynamoDb(), env.USERS_TABLE), now: () => new Date(), log }),
);
