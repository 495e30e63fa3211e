import { dynamoDb } from '#lambdas/aws/clients.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { bouncesHandler } from './bounces.ts';

const env = environments.bounces.parse(process.env);

const work = bouncesHandler({
  users: usersStore(dynamoDb(), env.USERS_TABLE),
  now: () => new Date(),
  log: jsonLog((line) => process.stdout.write(`${line}\n`)),
});

/** A function that takes no callback has to promise its answer. */
export const handler = async (queued: unknown) => work(queued);
