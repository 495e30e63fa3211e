import { dynamoDb } from '#lambdas/lib/aws/clients.ts';
import { triggered } from '#lambdas/lib/aws/event-handler.ts';
import { usersStore } from '#lambdas/lib/users/users.ts';
import { bouncesHandler } from './handler.ts';

export const handler = triggered('email-bounces', (env, log) =>
  bouncesHandler({ users: usersStore(dynamoDb(), env.USERS_TABLE), now: () => new Date(), log }),
);
