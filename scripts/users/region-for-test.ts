import { CreateGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { customMessage } from '#lambdas/emails/custom-message.ts';
import type { RegionId } from '#shared/regions.ts';
import { byRegion } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { setUp } from '../contract/testing/steps.ts';
import { openTarget } from '../local-cloud/testing/cognito-target.ts';
import { directoryOf } from './directory.ts';

const configuredGroups = [
  'dev-admin',
  'dev-register-repairs',
  'dev-register-returns',
  'dev-NUK',
  'dev-NDACH',
  'dev-NFR',
];

/** A directory of the region nuk, empty, on the emulated Cognito and DynamoDB; what the other regions are asked is asked of an empty pool. */
export const directoryForTest = async (more: readonly TableName[] = []) => {
  const { db, stop } = await temporaryDatabase(['users', 'stores', 'audit', ...more]);
  const target = await openTarget();
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  target.trigger.answer = customMessage({ region: 'nuk', writer: { lines: [], ask: '' }, now });
  const [nuk, others] = [
    await setUp(target, {
      LambdaConfig: { CustomMessage: 'arn:aws:lambda:eu-central-1:123456789012:function:emails' },
    }),
    await setUp(target),
  ];
  for (const { UserPoolId } of [nuk, others])
    for (const GroupName of configuredGroups)
      await target.client.send(new CreateGroupCommand({ UserPoolId, GroupName }));

  const directory = directoryOf({
    cognito: target.client,
    db,
    tables: { users: 'users', stores: 'stores', audit: 'audit' },
    userPoolIds: byRegion((region) => (region === 'nuk' ? nuk : others).UserPoolId),
    configuredGroups,
    site: 'https://portal.example',
    now,
  });
  return {
    directory,
    target,
    pool: nuk,
    db,
    /** For Cognito and the directory alike. */
    passTime: (seconds: number) => {
      offset += seconds * 1000;
      target.advance(seconds);
    },
    /** What is recorded of a user, first things first. */
    events: async (region: RegionId, sub: string): Promise<AuditEvent[]> => {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: 'audit',
          KeyConditionExpression: '#user = :user',
          ExpressionAttributeNames: { '#user': 'user' },
          ExpressionAttributeValues: { ':user': `${region}#${sub}` },
        }),
      );
      return Items as AuditEvent[];
    },
    close: async () => {
      await target.close();
      await stop();
    },
  };
};

export type TestDirectory = Awaited<ReturnType<typeof directoryForTest>>;
