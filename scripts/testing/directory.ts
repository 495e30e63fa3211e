import { randomUUID } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Person } from '#lambdas/directory/administration.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { customMessage } from '#lambdas/emails/custom-message.ts';
import { byRegion } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import { buildTimeoutMs, setUp } from '../contract/testing/steps.ts';
import { openTarget } from '../local-cloud/testing/cognito-target.ts';
import { directoryOf } from '../users/directory.ts';
import { auditOf, temporaryDatabase } from './database.ts';

const configuredGroups = ['admin', 'register-repairs', 'register-returns', 'NUK', 'NDACH', 'NFR'].map(
  (group) => `dev-${group}`,
);

/** A directory, empty, on the emulated Cognito and DynamoDB, with the function that writes Cognito's emails: a pool of nuk, and one for all other regions. */
const openDirectory = async (more: readonly TableName[] = []) => {
  const { db, stop } = await temporaryDatabase(['users', 'stores', 'audit', ...more]);
  const target = await openTarget();
  let offset = 0;
  /** Of the directory; a test may stop it. */
  const clock: { at?: Date | undefined; newId: () => string } = { newId: randomUUID };
  const now = () => clock.at ?? new Date(Date.now() + offset);
  target.trigger.answer = customMessage({ region: 'nuk', writer: { lines: [], ask: '' }, now });
  const withEmails = {
    hasCodes: true,
    LambdaConfig: { CustomMessage: 'arn:aws:lambda:eu-central-1:123456789012:function:emails' },
  };
  const [nuk, others] = [await setUp(target, withEmails), await setUp(target, withEmails)];
  for (const { UserPoolId } of [nuk, others])
    for (const group of configuredGroups) await target.makeGroup(UserPoolId, group);

  const calls: string[] = [];
  /** Is asked before each call of Cognito: may throw, or let another one go first. */
  const held: { before: (operation: string) => Promise<void> | void } = { before: () => {} };
  const cognito: CognitoIdentityProviderClient = Object.assign(Object.create(target.client), {
    send: async (command: { constructor: { name: string } }) => {
      const operation = command.constructor.name.replace(/Command$/, '');
      await held.before(operation);
      calls.push(operation);
      return target.client.send(command as never);
    },
  });

  const directory = directoryOf({
    cognito,
    db,
    env: {
      GROUP_NAMES: configuredGroups,
      REGIONS: byRegion((region) => ({ userPoolId: (region === 'nuk' ? nuk : others).UserPoolId })),
      USERS_TABLE: 'users',
      STORES_TABLE: 'stores',
      AUDIT_TABLE: 'audit',
    },
    site,
    newId: () => clock.newId(),
    now,
  });
  return {
    directory,
    target,
    pool: nuk,
    db,
    calls,
    held,
    clock,
    now,
    /** For Cognito and the directory alike. */
    passTime: (seconds: number) => {
      offset += seconds * 1000;
      target.advance(seconds);
    },
    row: async ({ region, sub }: Pick<User, 'region' | 'sub'>) => {
      const found = await directory.users.get(region, sub);
      if (!found) throw new Error(`There is no user ${sub}`);
      return found;
    },
    /** What is recorded of a user, first things first. */
    events: async ({ region, sub }: Pick<User, 'region' | 'sub'>) => (await auditOf(db, region, sub)) as AuditEvent[],
    close: async () => {
      await target.close();
      await stop();
    },
  };
};

type TestDirectory = Awaited<ReturnType<typeof openDirectory>>;

/** Somebody to be invited whom no other test knows. */
export const somebody = (change: Partial<Person> = {}): Person => ({
  region: 'nuk',
  email: `${randomUUID()}@store.example`,
  storeId: 'UK-1001',
  storeName: 'Oxford Street',
  roles: ['register-repairs'],
  ...change,
});

export const passwordIn = (html = '') => /Temporary password<br><strong[^>]*>([^<]+)</.exec(html)?.[1] ?? '';

export const actor = (by = 'boss@store.example'): Actor => ({ by, requestId: randomUUID() });
export const site = 'https://portal.example';

/** `done`, or the code of the error, of each. */
export const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code));

/** A directory for the tests of a file. What one test holds up or counts is gone before the next. */
export const directoryForTests = (more: readonly TableName[] = []) => {
  let opened: TestDirectory;
  beforeAll(async () => {
    opened = await openDirectory(more);
  }, buildTimeoutMs);
  afterAll(() => opened.close());
  beforeEach(() => {
    opened.held.before = () => {};
    Object.assign(opened.clock, { at: undefined, newId: randomUUID });
    opened.calls.length = 0;
    opened.target.mails.length = 0;
  });
  const there = () => opened;
  return {
    there,
    admin: () => there().directory.administration,
    invite: (change: Partial<Person> = {}) => there().directory.administration.invite(actor(), somebody(change), site),
    /** From now on an operation of Cognito does. */
    failing: (operation: string, error = new Error(`${operation} broke`)) => {
      there().held.before = (asked) => {
        if (asked === operation) throw error;
      };
    },
  };
};
