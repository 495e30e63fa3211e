import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { outputs } from '#infra/outputs.ts';
import { findStage } from '#infra/stages.ts';
import { demoPassword, demoStores } from '#scripts/demo/accounts.ts';
import type { Portal } from '#scripts/demo/portal.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import { createUser } from '#scripts/ops/users/create.ts';
import { createOperatorDirectory } from '#scripts/ops/users/directory.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import type { Environment } from './environment.ts';
import { isSuccess, createLedger, measureOutcome } from './ledger.ts';
import type { Outcome } from './ledger.ts';

/** Creates users of one store, one per till, and returns their emails. */
export const createTillUsers = async ({ siteUrl, endpoints, region, outputs: values }: Portal, count: number) => {
  const clientOptions = { region, credentials: developerKey };
  const client = new DynamoDBClient({ ...clientOptions, endpoint: endpoints.DYNAMODB });
  const cognito = new CognitoIdentityProviderClient({
    ...clientOptions,
    endpoint: endpoints.COGNITO_IDENTITY_PROVIDER,
  });
  const findTableName = (name: TableName) => String(values[outputs.table(name)]);
  const directory = createOperatorDirectory({
    cognito,
    db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    env: {
      GROUP_NAMES: Object.values(findStage('local').groupNames),
      REGIONS: createByRegion((id) => ({ userPoolId: String(values[outputs.userPoolId(id)]) })),
      USERS_TABLE: findTableName('users'),
      STORES_TABLE: findTableName('stores'),
      AUDIT_TABLE: findTableName('audit'),
    },
    site: siteUrl,
    now: () => new Date(),
  });
  const [{ id: storeId, name: storeName }] = demoStores.nuk;
  const staffEmails = Array.from({ length: count }, (_, till) => `till-${till}@nuk.example`);
  for (const email of staffEmails) {
    const person = { region: 'nuk', email, storeId, storeName, roles: ['register-repairs'] } as const;
    await createUser(directory, { by: 'operator', requestId: randomUUID() }, person, demoPassword);
  }
  client.destroy();
  cognito.destroy();
  return staffEmails;
};

/** Number of tills that work at once, equal to the number of local processes of one function. */
const maxConcurrentTills = 4;

/** Maximum sign-in attempts of a user. */
const maxSignInAttempts = 8;

type Till = { readonly browser: Browser; readonly email: string };

/** Mistypes the password twice, far below the lockout threshold, then tries until signed in. */
const signInAt = async ({ browser, email }: Till): Promise<'in' | 'lockedOut' | 'gaveUp'> => {
  for (let mistakes = 0; mistakes < 2; mistakes += 1)
    await measureOutcome(() => browser.login('nuk', email, `${demoPassword}x`));
  for (let attempt = 0; attempt < maxSignInAttempts; attempt += 1) {
    const outcome = await measureOutcome(() => browser.login('nuk', email));
    if (isSuccess(outcome)) return 'in';
    if (outcome.code === 'LimitExceededException') return 'lockedOut';
    await wait(500);
  }
  return 'gaveUp';
};

/** Signs in and books at each till in turn until `isOver` returns true. A locked-out till stays out. */
export const workAtTills = async (environment: Environment, staffEmails: readonly string[], isOver: () => boolean) => {
  const tills = staffEmails.map((email) => {
    const browser = openBrowser(environment.portal);
    return { browser, email, ledger: createLedger(environment, browser) };
  });
  const idleTills = [...tills];
  const bookings: Outcome[] = [];
  const signIns = { in: 0, lockedOut: 0, gaveUp: 0 };

  const work = async () => {
    while (!isOver()) {
      const till = idleTills.shift();
      if (!till) return;
      const result = await signInAt(till);
      signIns[result] += 1;
      if (result === 'in') bookings.push(await till.ledger.bookUntilAnswered());
      if (result !== 'lockedOut') idleTills.push(till);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrentTills, tills.length) }, work));
  const acknowledgedBookings = tills.flatMap(({ ledger }) => ledger.listAcknowledgedBookings());
  return { signIns, bookings, acknowledgedBookings };
};
