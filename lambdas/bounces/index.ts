import { dynamoDb } from '#lambdas/aws/clients.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { bouncesHandler } from './bounces.ts';

const env = environments.bounces.parse(process.env);

export const handler = bouncesHandler({
  users: usersStore(dynamoDb(), env.USERS_TABLE),
  now: () => new Date(),
  log: jsonLog(),
});
