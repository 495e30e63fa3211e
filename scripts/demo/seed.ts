import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import type { Item as TableItem } from '#lambdas/lib/records/item.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { createUsersStore } from '#lambdas/lib/users/users.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import { buildStoredRepair, buildStoredReturn } from '#lambdas/testing/rows.ts';
import { environments } from '#shared/config/env.ts';
import { limits } from '#shared/config/limits.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { simplifyGroup } from '#shared/users/groups.ts';
import type { Group } from '#shared/users/groups.ts';
import { developerKey } from '../local-cloud/iam/iam.ts';
import type { SeedContext } from '../local-cloud/options.ts';
import { demoAccounts, demoPassword, demoStores, invitationPassword } from './accounts.ts';
import type { DemoAccount } from './accounts.ts';
import { createRepairHistory, createReturnHistory } from './history.ts';
import { createDemoRepairs } from './repairs.ts';
import type { DemoRepair } from './repairs.ts';
import { createDemoReturns } from './returns.ts';
import type { DemoReturn } from './returns.ts';
import { dayMs, hourMs } from './values.ts';

/** Hours between an account's creation, eight days ago, and its last sign-in, by the account's state. */
const hoursUntilLastSignIn = { active: 7 * 24 - 3, disabled: 30 } as const;
const repairsPerStore = [32, 6] as const;
const returnsPerStore = [14, 4] as const;

/** Limit of DynamoDB's BatchWriteItem. */
const maxBatchWrites = 25;

// Each API function only has its own table names; together they have every name that is needed.
const readEnvironment = (functionEnvironments: SeedContext['environments']) => {
  const environment: Readonly<Record<string, string>> = Object.assign(
    {},
    ...functionEnvironments.filter((candidate) => 'USERS_TABLE' in candidate),
  );
  return { ...environments.repairs.parse(environment), ...environments.returns.parse(environment) };
};

const createDatabase = (region: string, endpoint: string) =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ region, credentials: developerKey, endpoint }), {
    marshallOptions: { removeUndefinedValues: true },
  });

/**
 * Creates the demo accounts, their stores and the stores' records through the AWS APIs, as a developer would.
 * Idempotent. `onRecords` receives the records before they are written, for the simulated provider.
 */
export const seed = async (
  { endpoints, region: awsRegion, environments: functionEnvironments, site, clock, say, signal }: SeedContext,
  onRecords: (records: readonly (DemoRepair | DemoReturn)[]) => void,
): Promise<void> => {
  say('Making demo accounts, repairs and returns …');
  const env = readEnvironment(functionEnvironments);
  const clientOptions = { region: awsRegion, credentials: developerKey };
  const cognito = new CognitoIdentityProviderClient({
    ...clientOptions,
    endpoint: endpoints.COGNITO_IDENTITY_PROVIDER,
  });
  const db = createDatabase(awsRegion, endpoints.DYNAMODB);
  const users = createUsersStore(db, env.USERS_TABLE);
  const stores = createStoresStore(db, env.STORES_TABLE);

  const createUser = async ({ region, email, state }: DemoAccount): Promise<string> => {
    const user = { UserPoolId: env.REGIONS[region].userPoolId, Username: email };
    await cognito
      .send(
        new AdminCreateUserCommand({
          ...user,
          TemporaryPassword: invitationPassword,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
          ...(state === 'invited'
            ? { DesiredDeliveryMediums: ['EMAIL'], ClientMetadata: { site } }
            : { MessageAction: 'SUPPRESS' }),
        }),
      )
      .catch((error: unknown) => {
        // The user remains from an earlier seed that was interrupted.
        if (!(error instanceof UsernameExistsException)) throw error;
      });
    const { UserAttributes = [] } = await cognito.send(new AdminGetUserCommand(user));
    return UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? '';
  };

  const createAccount = async (account: DemoAccount): Promise<string> => {
    const { region, email, roles, store, state } = account;
    const isInvited = state === 'invited' || state === 'expired';
    // The function that writes the email uses the real time, so an open invitation must be created now.
    const createdAt = new Date(Date.now() - (state === 'invited' ? 0 : limits.invitationDays + 1) * dayMs);
    clock.offsetMs = createdAt.getTime() - Date.now();
    const sub = await createUser(account).finally(() => (clock.offsetMs = 0));

    const user = { UserPoolId: env.REGIONS[region].userPoolId, Username: email };
    const assignedGroups: readonly (Group | undefined)[] = [regions[region].group, ...roles];
    const groups = env.GROUP_NAMES.filter((name) => assignedGroups.includes(simplifyGroup(name)));
    for (const GroupName of groups) await cognito.send(new AdminAddUserToGroupCommand({ ...user, GroupName }));
    if (!isInvited)
      await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: demoPassword, Permanent: true }));
    if (state === 'disabled') await cognito.send(new AdminDisableUserCommand(user));
    await users.put(
      buildStoredUser({
        region,
        sub,
        email,
        storeId: store.id,
        storeName: store.name,
        groups,
        enabled: state !== 'disabled',
        status: isInvited ? 'invited' : 'confirmed',
        invitedAt: createdAt.toISOString(),
        ...(isInvited
          ? { inviteExpiresAt: new Date(createdAt.getTime() + limits.invitationDays * dayMs).toISOString() }
          : { lastSignInAt: new Date(createdAt.getTime() + hoursUntilLastSignIn[state] * hourMs).toISOString() }),
        createdAt: createdAt.toISOString(),
        updatedAt: createdAt.toISOString(),
      }),
    );
    return sub;
  };

  // The subs are in the order of the region's demo accounts: the second account books repairs, the third returns.
  const createRecords = async (
    region: RegionId,
    [, repairsSub = '', returnsSub = '']: readonly string[],
  ): Promise<void> => {
    const now = new Date();
    const putItem = (TableName: string, Item: TableItem) => db.send(new PutCommand({ TableName, Item }));
    for (const [index, store] of demoStores[region].entries()) {
      const repairs = createDemoRepairs(region, store, repairsPerStore[index] ?? 0, now);
      const returns = env.REGIONS[region].returnsAvailable
        ? createDemoReturns(region, store, returnsPerStore[index] ?? 0, now)
        : [];
      onRecords([...repairs, ...returns]);
      const repairRows = repairs.map((repair) => buildStoredRepair({ ...repair, createdBy: repairsSub }));
      const returnRows = returns.map((demoReturn) => buildStoredReturn({ ...demoReturn, createdBy: returnsSub }));
      await Promise.all([
        ...repairRows.map((row) => putItem(env.REPAIRS_TABLE, toItem('repairs', row))),
        ...returnRows.map((row) => putItem(env.RETURNS_TABLE, toItem('returns', row))),
      ]);
    }
  };

  for (const region of regionIds) {
    for (const { id: storeId, name: storeName } of demoStores[region])
      await stores.add(region, { storeId, storeName }, 'seed');
    const subs: string[] = [];
    // Sequential, because the accounts share the clock.
    for (const account of demoAccounts.filter((candidate) => candidate.region === region)) {
      signal?.throwIfAborted();
      subs.push(await createAccount(account));
    }
    signal?.throwIfAborted();
    await createRecords(region, subs);
  }
};

/** Creates older records of the stores, of almost two years, for the overview. Deterministic except for their dates. */
export const seedHistory = async ({
  endpoints,
  region: awsRegion,
  environments: functionEnvironments,
}: SeedContext) => {
  const env = readEnvironment(functionEnvironments);
  const db = createDatabase(awsRegion, endpoints.DYNAMODB);
  const now = new Date();
  const putAll = async (table: string, items: readonly TableItem[]) => {
    for (const chunk of splitIntoChunks(items, maxBatchWrites)) {
      const requests = chunk.map((Item) => ({ PutRequest: { Item } }));
      await db.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    }
  };
  for (const region of regionIds)
    for (const [index, store] of demoStores[region].entries()) {
      const repairs = createRepairHistory(region, store, index, repairsPerStore[index] ?? 0, now);
      const returns = env.REGIONS[region].returnsAvailable
        ? createReturnHistory(region, store, index, returnsPerStore[index] ?? 0, now)
        : [];
      await putAll(
        env.REPAIRS_TABLE,
        repairs.map((repair) => toItem('repairs', buildStoredRepair(repair))),
      );
      await putAll(
        env.RETURNS_TABLE,
        returns.map((demoReturn) => toItem('returns', buildStoredReturn(demoReturn))),
      );
    }
};
