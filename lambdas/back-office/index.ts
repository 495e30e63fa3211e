import { dynamoDb } from '#lambdas/aws/clients.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { backOfficeHandler } from './handler.ts';
import { repairsStore, returnsStore } from './store.ts';

const env = environments['back-office'].parse(process.env);
const db = dynamoDb();

const work = backOfficeHandler({
  records: { repairs: repairsStore(db, env.REPAIRS_TABLE), returns: returnsStore(db, env.RETURNS_TABLE) },
  now: () => new Date(),
  log: jsonLog((line) => process.stdout.write(`${line}\n`)),
});

/** A function that takes no callback has to promise its answer. */
export const handler = async (queued: unknown) => work(queued);
