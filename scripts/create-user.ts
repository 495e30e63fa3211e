import { randomInt } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { regions } from '#shared/regions.ts';
import { usersStore } from '#lambdas/lib/users.ts';
import { attach } from './local-cloud/attach.ts';
import { addUser } from './users/add-user.ts';
import { deployedStage } from './users/deployed-stage.ts';
import { parseOptions, usage } from './users/options.ts';
import { newPassword } from './users/password.ts';

const createUser = async (args: string[]) => {
  const { stage: name, region, email, groups, store, 'store-name': storeName = store, password = newPassword(randomInt) } = parseOptions(args);
  attach(name);
  const { stage, usersTable, userPoolId } = await deployedStage(name);
  const cognito = new CognitoIdentityProviderClient({ region: stage.awsRegion });
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: stage.awsRegion }), { marshallOptions: { removeUndefinedValues: true } });
  const user = await addUser(cognito, userPoolId(region), usersStore(db, usersTable).put, {
    region,
    email,
    password,
    storeId: store,
    storeName,
    groups: [regions[region].group, ...groups].map((group) => stage.groupNames[group]),
  });
  console.log(`${user.email} can sign in to ${region} on ${name}.\nGroups: ${user.groups.join(', ')}\nStore:  ${user.storeName} (${user.storeId})`);
  if (!args.some((arg) => arg.startsWith('--password'))) console.log(`Password: ${password}`);
};

createUser(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
});
