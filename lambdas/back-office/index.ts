import { dynamoDb } from '#lambdas/aws/clients.ts';
import { triggered } from '#lambdas/aws/triggered.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { backOfficeHandler } from './handler.ts';

const db = dynamoDb();

export const handler = triggered('back-office', (env, log) =>
  backOfficeHandler({
    records: {
      repairs: recordsStore(db, env.REPAIRS_TABLE, repairKind),
      returns: recordsStore(db, env.RETURNS_TABLE, returnKind),
    },
    now: () => new Date(),
    log,
  }),
);
