import { randomUUID } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createCustomMessageTrigger } from '#lambdas/functions/cognito-messages/custom-message.ts';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { InvitedUser } from '#lambdas/lib/users/invitations.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import { openTarget } from '../local-cloud/testing/cognito-target.ts';
import { createOperatorDirectory } from '../ops/users/directory.ts';
import { buildTimeoutMs, createPortalPool } from '../quality/contract/testing/steps.ts';
import { listAuditEvents, startTemporaryDatabase } from './database.ts';

const configuredGroups = ['admin', 'register-repairs', 'register-returns', 'NUK', 'NDACH', 'NFR'].map(
  (group) => `dev-${group}`,
);

/**
 * Creates an empty directory on the emulated Cognito and DynamoDB, with the function that writes Cognito's emails: one
 * pool for nuk, and one for all other regions.
 */
const openTestDirectory = async (extraTables: readonly TableName[] = []) => {
  const { db, stop } = await startTemporaryDatabase(['users', 'stores', 'audit', ...extraTables]);
  const target = await openTarget();
  let offsetMs = 0;
  /** Clock of the directory, which a test stops with `at`, and its generator of ids. */
  const clock: { at?: Date | undefined; newId: () => string } = { newId: randomUUID };
  const now = () => clock.at ?? new Date(Date.now() + offsetMs);
  target.trigger.answer = createCustomMessageTrigger({ region: 'nuk', sender: { lines: [], ask: '' }, now });
  const emailSettings = {
    hasCodes: true,
    LambdaConfig: { CustomMessage: 'arn:aws:lambda:eu-central-1:123456789012:function:emails' },
  };
  const nukPool = await createPortalPool(target, emailSettings);
  const otherPool = await createPortalPool(target, emailSettings);
  for (const { UserPoolId } of [nukPool, otherPool])
    for (const group of configuredGroups) await target.makeGroup(UserPoolId, group);

  /** Operations of the calls to Cognito, in order. */
  const calls: string[] = [];
  /** Hook that runs before each Cognito call: may throw, or make another call first. */
  const hooks: { before: (operation: string) => Promise<void> | void } = { before: () => {} };
  const cognito: CognitoIdentityProviderClient = Object.assign(Object.create(target.client), {
    send: async (command: { constructor: { name: string } }) => {
      const operation = command.constructor.name.replace(/Command$/, '');
      await hooks.before(operation);
      calls.push(operation);
      return target.client.send(command as never);
    },
  });

  const openWithGroups = (groupNames: readonly string[]) =>
    createOperatorDirectory({
      cognito,
      db,
      env: {
        GROUP_NAMES: groupNames,
        REGIONS: createByRegion((region) => ({ userPoolId: (region === 'nuk' ? nukPool : otherPool).UserPoolId })),
        USERS_TABLE: 'users',
        STORES_TABLE: 'stores',
        AUDIT_TABLE: 'audit',
      },
      site,
      newId: () => clock.newId(),
      now,
    });
  const directory = openWithGroups(configuredGroups);
  return {
    directory,
    /** Opens the same directory for a stage with other names of groups. */
    openWithGroups,
    createGroup: async (name: string) => {
      for (const { UserPoolId } of [nukPool, otherPool]) await target.makeGroup(UserPoolId, name);
    },
    cognitoTarget: target,
    pool: nukPool,
    db,
    calls,
    hooks,
    clock,
    now,
    /** Advances the clocks of Cognito and the directory. */
    passTime: (seconds: number) => {
      offsetMs += seconds * 1000;
      target.advanceClock(seconds);
    },
    readRow: async ({ region, sub }: Pick<User, 'region' | 'sub'>) => {
      const user = await directory.users.get(region, sub);
      if (!user) throw new Error(`There is no user ${sub}`);
      return user;
    },
    /** Lists the audit events of a user, oldest first. */
    listEvents: async ({ region, sub }: Pick<User, 'region' | 'sub'>) =>
      (await listAuditEvents(db, region, sub)) as AuditEvent[],
    close: async () => {
      await target.close();
      await stop();
    },
  };
};

type TestDirectory = Awaited<ReturnType<typeof openTestDirectory>>;

/** Builds a person to invite, with an email address that no other test uses. */
export const buildPerson = (change: Partial<InvitedUser> = {}): InvitedUser => ({
  region: 'nuk',
  email: `${randomUUID()}@store.example`,
  storeId: 'UK-1001',
  storeName: 'Oxford Street',
  roles: ['register-repairs'],
  ...change,
});

export const findPassword = (html = '') => /Temporary password<br><strong[^>]*>([^<]+)</.exec(html)?.[1] ?? '';

export const buildActor = (by = 'boss@store.example'): Actor => ({ by, requestId: randomUUID() });
export const site = 'https://portal.example';

/** Returns `done` or the error code for each result. */
export const toCodes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code));

/** Creates a directory for a test file. Hooks, clock and recorded calls are reset before each test. */
export const setUpTestDirectory = (extraTables: readonly TableName[] = []) => {
  let testDirectory: TestDirectory;
  beforeAll(async () => {
    testDirectory = await openTestDirectory(extraTables);
  }, buildTimeoutMs);
  afterAll(() => testDirectory.close());
  beforeEach(() => {
    testDirectory.hooks.before = () => {};
    Object.assign(testDirectory.clock, { at: undefined, newId: randomUUID });
    testDirectory.calls.length = 0;
    testDirectory.cognitoTarget.mails.length = 0;
  });
  const getDirectory = () => testDirectory;
  return {
    getDirectory,
    getAdministration: () => getDirectory().directory.administration,
    invite: (change: Partial<InvitedUser> = {}) =>
      getDirectory().directory.administration.invite(buildActor(), buildPerson(change), site),
    /** Ends the failures of `failOperation`. */
    restoreOperations: () => {
      getDirectory().hooks.before = () => {};
    },
    /** Makes an operation of Cognito fail from now on. */
    failOperation: (operation: string, error = new Error(`${operation} broke`)) => {
      getDirectory().hooks.before = (name) => {
        if (name === operation) throw error;
      };
    },
  };
};
