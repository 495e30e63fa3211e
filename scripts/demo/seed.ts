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
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { storesStore } from '#lambdas/directory/stores.ts';
import { userRow } from '#lambdas/directory/user-row.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { newRepairRow } from '#lambdas/records/repair.ts';
import { newReturnRow } from '#lambdas/records/return.ts';
import { environments } from '#shared/env.ts';
import type { Environment } from '#shared/env.ts';
import { simplifyGroup } from '#shared/groups.ts';
import type { Group } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import { regionIds, regions } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { developerKey } from '../local-cloud/iam/iam.ts';
import type { Deployed } from '../local-cloud/options.ts';
import { demoAccounts, demoPassword, demoStores, invitationPassword } from './accounts.ts';
import type { DemoAccount, DemoStore } from './accounts.ts';
import { demoRepairs } from './repairs.ts';
import type { DemoRepair } from './repairs.ts';
import { demoReturns } from './returns.ts';
import type { DemoReturn } from './returns.ts';
import { day, hour } from './values.ts';

export type SeedOptions = Deployed & {
  /** Is told of the repairs before they are there: what the provider's back office knows of them. */
  readonly onRepairs: (repairs: readonly DemoRepair[]) => void;
  readonly onReturns: (returns: readonly DemoReturn[]) => void;
};

/** After they were made, eight days ago: who was disabled has not been back since. */
const hoursUntilLastSignIn = { active: 7 * 24 - 3, disabled: 30 } as const;
const repairsPerStore = [32, 6] as const;
const returnsPerStore = [14, 4] as const;

const configuredName = ({ GROUP_NAMES }: Environment<'repairs'>, group: Group): string => {
  const name = GROUP_NAMES.find((candidate) => simplifyGroup(candidate) === group);
  if (name === undefined) throw new Error(`The stage configures no group ${group}`);
  return name;
};

/** Makes the demo accounts, their stores and the stores' repairs and returns, through the services' own interfaces as a developer would. May be repeated. */
export const seed = async ({
  endpoints,
  region: awsRegion,
  environments: ofFunctions,
  site,
  clock,
  say,
  signal,
  onRepairs,
  onReturns,
}: SeedOptions): Promise<void> => {
  say('Making demo accounts, repairs and returns …');
  // Each function behind the API knows its own tables, and between them they know every name that is needed.
  const environment: Readonly<Record<string, string>> = Object.assign(
    {},
    ...ofFunctions.filter((candidate) => 'USERS_TABLE' in candidate),
  );
  const env = { ...environments.repairs.parse(environment), ...environments.returns.parse(environment) };
  const common = { region: awsRegion, credentials: developerKey };
  const cognito = new CognitoIdentityProviderClient({ ...common, endpoint: endpoints.COGNITO_IDENTITY_PROVIDER });
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ ...common, endpoint: endpoints.DYNAMODB }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const users = usersStore(db, env.USERS_TABLE);
  const stores = storesStore(db, env.STORES_TABLE);

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
        // An earlier seed was broken off after this one.
        if (!(error instanceof UsernameExistsException)) throw error;
      });
    const { UserAttributes = [] } = await cognito.send(new AdminGetUserCommand(user));
    return UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? '';
  };

  const createAccount = async (account: DemoAccount): Promise<string> => {
    const { region, email, roles, store, state } = account;
    const isInvited = state === 'invited' || state === 'expired';
    // The email's writer has a clock of its own: an invitation that is still open is of now.
    const createdAt = new Date(Date.now() - (state === 'invited' ? 0 : limits.invitationDays + 1) * day);
    clock.offsetMs = createdAt.getTime() - Date.now();
    const sub = await createUser(account).finally(() => (clock.offsetMs = 0));

    const user = { UserPoolId: env.REGIONS[region].userPoolId, Username: email };
    const groups = [regions[region].group, ...roles].map((group) => configuredName(env, group));
    for (const GroupName of groups) await cognito.send(new AdminAddUserToGroupCommand({ ...user, GroupName }));
    if (!isInvited)
      await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: demoPassword, Permanent: true }));
    if (state === 'disabled') await cognito.send(new AdminDisableUserCommand(user));
    await users.put(
      userRow({
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
          ? { inviteExpiresAt: new Date(createdAt.getTime() + limits.invitationDays * day).toISOString() }
          : { lastSignInAt: new Date(createdAt.getTime() + hoursUntilLastSignIn[state] * hour).toISOString() }),
        createdAt: createdAt.toISOString(),
        updatedAt: createdAt.toISOString(),
      }),
    );
    return sub;
  };

  const book = async (region: RegionId, [, repairsSub = '', returnsSub = '']: readonly string[]): Promise<void> => {
    const now = new Date();
    const ofStores = <Record>(
      make: (region: RegionId, store: DemoStore, count: number, now: Date) => Record[],
      counts: readonly number[],
    ) => demoStores[region].flatMap((store, index) => make(region, store, counts[index] ?? 0, now));
    const put = (TableName: string, Item: ReturnType<typeof itemOf>) => db.send(new PutCommand({ TableName, Item }));
    const repairs = ofStores(demoRepairs, repairsPerStore);
    onRepairs(repairs);
    await Promise.all(
      repairs.map((repair) =>
        put(env.REPAIRS_TABLE, itemOf('repairs', newRepairRow({ ...repair, createdBy: repairsSub }))),
      ),
    );
    if (!env.REGIONS[region].returnsAvailable) return;
    const returns = ofStores(demoReturns, returnsPerStore);
    onReturns(returns);
    await Promise.all(
      returns.map((returned) =>
        put(env.RETURNS_TABLE, itemOf('returns', newReturnRow({ ...returned, createdBy: returnsSub }))),
      ),
    );
  };

  for (const region of regionIds) {
    for (const { id: storeId, name: storeName } of demoStores[region]) await stores.add(region, { storeId, storeName });
    const subs: string[] = [];
    // One after the other: they share the clock.
    for (const account of demoAccounts.filter((candidate) => candidate.region === region)) {
      signal?.throwIfAborted();
      subs.push(await createAccount(account));
    }
    signal?.throwIfAborted();
    await book(region, subs);
  }
};
