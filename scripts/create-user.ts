import { randomInt } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { storesStore } from '#lambdas/directory/stores.ts';
import { newPassword } from '#lambdas/directory/temporary-password.ts';
import { usersStore } from '#lambdas/directory/users.ts';
import type { User } from '#lambdas/directory/users.ts';
import { regions } from '#shared/regions.ts';
import { attach } from './local-cloud/attach.ts';
import { addUser } from './users/add-user.ts';
import { deployedStage } from './users/deployed-stage.ts';
import { inviteUser } from './users/invite-user.ts';
import { parseOptions, usage } from './users/options.ts';

const createUser = async (args: string[]) => {
  const {
    stage: name,
    state,
    region,
    email,
    groups,
    store: storeId,
    'store-name': givenName,
    invite,
    password,
  } = parseOptions(args);
  attach(name, state);
  const { stage, siteUrl, usersTable, storesTable, userPoolId } = await deployedStage(name);
  const cognito = new CognitoIdentityProviderClient({ region: stage.awsRegion });
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: stage.awsRegion }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const stores = storesStore(db, storesTable);
  const putUser = async (row: User) => {
    await stores.put(region, row);
    await usersStore(db, usersTable).put(row);
  };
  const person = {
    region,
    email,
    storeId,
    storeName: givenName ?? (await stores.find(region, storeId))?.storeName ?? storeId,
    groups: [regions[region].group, ...groups].map((group) => stage.groupNames[group]),
  };

  const chosen = password ?? newPassword(randomInt);
  const user = invite
    ? await inviteUser(cognito, userPoolId(region), putUser, person, {
        site: siteUrl,
        now: new Date(),
        temporaryPassword: chosen,
      })
    : await addUser(cognito, userPoolId(region), putUser, { ...person, password: chosen });
  console.log(
    [
      invite
        ? `${email} has been sent an invitation to ${region} on ${name}, until ${user.inviteExpiresAt}.`
        : `${email} can sign in to ${region} on ${name}.`,
      `Groups: ${user.groups.join(', ')}`,
      `Store:  ${user.storeName} (${user.storeId})`,
      ...(invite || password !== undefined ? [] : [`Password: ${chosen}`]),
    ].join('\n'),
  );
};

createUser(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
});
