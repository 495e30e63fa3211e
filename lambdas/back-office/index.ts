import { dynamoDb } from '#lambdas/aws/clients.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { environments } from '#shared/env.ts';
import { backOfficeHandler } from './handler.ts';

const env = environments['back-office'].parse(process.env);
const db = dynamoDb();

export const handler = backOfficeHandler({
  records: {
    repairs: recordsStore(db, env.REPAIRS_TABLE, repairKind),
    returns: recordsStore(db, env.RETURNS_TABLE, returnKind),
  },
  now: () => new Date(),
  log: jsonLog(),
});
