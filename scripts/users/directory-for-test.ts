import { randomInt, randomUUID } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  CreateGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { administration } from '#lambdas/directory/administration.ts';
import type { Person } from '#lambdas/directory/administration.ts';
import { poolAdmin } from '#lambdas/directory/pool.ts';
import { sessionsStore } from '#lambdas/directory/sessions.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { newPassword } from '#lambdas/directory/temporary-password.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { customMessage } from '#lambdas/emails/custom-message.ts';
import { setUp } from '#scripts/contract/testing/steps.ts';
import { openTarget } from '#scripts/local-cloud/testing/cognito-target.ts';
import type { RegionId } from '#shared/regions.ts';
import { byRegion } from '#shared/regions.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import { temporaryDatabase } from '../testing/database.ts';

const configuredGroups = [
  'dev-admin',
  'dev-register-repairs',
  'dev-register-returns',
  'dev-NUK',
  'dev-NDACH',
  'dev-NFR',
];

/** The directory as the functions have it: the local cloud's DynamoDB and Cognito, with a pool for every region and the function that writes its emails. */
export const openDirectory = async () => {
  const database = await temporaryDatabase(['users', 'audit', 'stores', 'sessions']);
  const target = await openTarget();
  target.trigger.answer = customMessage({ region: 'nuk', writer: { lines: [], ask: '' }, now: () => new Date() });
  const setting = await setUp(target, {
    LambdaConfig: { CustomMessage: 'arn:aws:lambda:eu-central-1:123456789012:function:emails' },
  });
  for (const GroupName of configuredGroups)
    await setting.send(new CreateGroupCommand({ UserPoolId: setting.UserPoolId, GroupName }));

  const { db } = database;
  const users = usersStore(db, 'users');
  const calls: string[] = [];
  /** Is asked before each call of Cognito: may throw, or let another one go first. */
  const held: { before: (operation: string) => Promise<void> | void } = { before: () => {} };
  /** Subs of those who have one: the emulated Cognito knows none yet. */
  const secondFactors = new Set<string>();
  const cognito = {
    send: async (command: { constructor: { name: string }; input: { Username?: string } }) => {
      const operation = command.constructor.name.replace(/Command$/, '');
      await held.before(operation);
      calls.push(operation);
      if (operation === 'AdminSetUserMFAPreference') return secondFactors.delete(command.input.Username ?? '');
      const answer = await target.client.send(command as never);
      return operation === 'AdminGetUser' && secondFactors.has(command.input.Username ?? '')
        ? { ...(answer as object), UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }
        : answer;
    },
  } as unknown as CognitoIdentityProviderClient;
  const clock = { now: () => new Date(), newId: (): string => randomUUID() };
  const pool = poolAdmin(cognito, { userPoolIds: byRegion(() => setting.UserPoolId), configuredGroups });
  const admin = administration({
    pool,
    users,
    stores: storesStore(db, 'stores'),
    auditTable: 'audit',
    configuredGroups,
    newId: () => clock.newId(),
    newPassword: () => newPassword(randomInt),
    now: () => clock.now(),
  });

  return {
    db,
    heard: database.heard,
    target,
    setting,
    users,
    sessions: sessionsStore(db, 'sessions'),
    pool,
    admin,
    calls,
    held,
    secondFactors,
    clock,
    /** The row as it is now. */
    row: async ({ region, sub }: Pick<User, 'region' | 'sub'>) => {
      const found = await users.get(region, sub);
      if (!found) throw new Error(`There is no user ${sub}`);
      return found;
    },
    /** What happened to a user, oldest first. */
    events: async ({ region, sub }: Pick<User, 'region' | 'sub'>): Promise<AuditEvent[]> => {
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
    groupsInPool: async (Username: string) => {
      const { Groups = [] } = await setting.send(
        new AdminListGroupsForUserCommand({ UserPoolId: setting.UserPoolId, Username }),
      );
      return Groups.map(({ GroupName }) => GroupName).toSorted();
    },
    isEnabledInPool: async (Username: string) =>
      (await setting.send(new AdminGetUserCommand({ UserPoolId: setting.UserPoolId, Username }))).Enabled,
    close: async () => {
      await target.close();
      await database.stop();
    },
  };
};

export type Directory = Awaited<ReturnType<typeof openDirectory>>;

/** For tests: somebody to be invited whom no other test knows. */
export const somebody = (change: Partial<Person> = {}): Person => ({
  region: 'nuk' as RegionId,
  email: `${randomUUID()}@store.example`,
  storeId: 'UK-1001',
  storeName: 'Oxford Street',
  roles: ['register-repairs'],
  ...change,
});
