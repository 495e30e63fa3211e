import { dynamoDb } from '#lambdas/aws/clients.ts';
import { triggered } from '#lambdas/aws/triggered.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { bouncesHandler } from './bounces.ts';

export const handler = triggered('bounces', (env, log) =>
  bouncesHandler({ users: usersStore(dynamoDb(), env.USERS_TABLE), now: () => new Date(), log }),
);
