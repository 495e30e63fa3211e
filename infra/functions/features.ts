import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Data, TableGrants } from '#infra/data.ts';
import { lists } from '#infra/data.ts';
import { uploadsBucketName } from '#infra/files.ts';
import type { Identity } from '#infra/identity.ts';
import { grantSending } from '#infra/queues.ts';
import type { Secrets } from '#infra/secrets.ts';
import type { Stage } from '#infra/stages.ts';
import { captchaProviders, publishedSecret } from '#shared/captcha.ts';
import type { Feature } from '#shared/routes/table.ts';
import { features } from '#shared/routes/table.ts';
import type { Codes } from './codes.ts';
import type { Jobs } from './job-worker.ts';
import { administration } from './job-worker.ts';
import type { OwnVariables } from './portal-function.ts';
import { portalFunction } from './portal-function.ts';

type Resources = { stage: Stage; identity: Identity; data: Data; secrets: Secrets; jobs: Jobs; codes: Codes };

type FeatureFunction<F extends Feature> = {
  readonly harm: string;
  /** In seconds; 10 where nothing is said. */
  readonly timeout?: number;
  readonly memory?: number;
  readonly concurrency?: number;
  readonly hasThread?: boolean;
  /** Not of what every open page asks all day: X-Ray's rules of sampling don't count, a trace costs as much as such a call. */
  readonly isTraced?: boolean;
  readonly variables: (of: Resources) => OwnVariables<F>;
  readonly tables: TableGrants;
  readonly grant?: (fn: lambda.Function, of: Resources) => void;
};

const countsForDay = (fn: lambda.Function, { data }: Resources) => data.grantDailyLimits(fn);
const tellsOfDay = (fn: lambda.Function, { data }: Resources) => data.grantDailyLimits(fn, ['GetItem', 'UpdateItem']);
const countsJobs = (fn: lambda.Function, { data }: Resources) =>
  data.grantDailyLimits(fn, ['GetItem', 'PutItem', 'UpdateItem']);
const books = (fn: lambda.Function, of: Resources) => {
  countsForDay(fn, of);
  of.data.grantClaims(fn);
};

const readsFiles = {
  hasThread: true,
  // With as many megabytes a function has a processor to itself: the time that reading a file may take was measured on one.
  memory: 1769,
  timeout: 15,
  isTraced: true,
  variables: ({ stage }: Resources) => ({ UPLOADS_BUCKET: uploadsBucketName(stage) }),
};

export const featureFunctions: { readonly [F in Feature]: FeatureFunction<F> } = {
  auth: {
    harm: 'Staff cannot sign in, or are signed out while they work.',
    // Four services in a row, of which Cognito may take five seconds: it sends emails, and asks another function for their words.
    timeout: 15,
    variables: ({ secrets, stage, codes }) => ({
      CAPTCHA_SECRET_ARN: secrets.captcha.secretArn,
      CAPTCHA_VERIFY_URL: captchaProviders[stage.captcha.provider].verifyUrl,
      CAPTCHA_OF_ANY_SITE: JSON.stringify(publishedSecret(stage.captcha) !== undefined),
      CODES_QUEUE_URL: codes.requests.queueUrl,
      ADDRESS_KEY_SECRET_ARN: secrets.addressKey.secretArn,
    }),
    // A transaction is authorised by the actions it consists of.
    tables: {
      users: ['GetItem', 'UpdateItem'],
      sessions: ['PutItem', 'UpdateItem'],
      'sessions/byUser': ['Query'],
      attempts: ['PutItem', 'UpdateItem', 'DeleteItem'],
    },
    grant: (fn, { identity, data, secrets, codes }) => {
      // Refreshing, revoking, changing a password and one-time codes are authorised by the token itself, a forgotten one by the client's secret.
      identity.grant(fn, [
        'AdminGetUser',
        'AdminInitiateAuth',
        'AdminRespondToAuthChallenge',
        'AdminUserGlobalSignOut',
      ]);
      data.grantAppending(fn);
      secrets.grantReading(fn, 'captcha');
      secrets.grantReading(fn, 'addressKey');
      secrets.grantReading(fn, 'clients');
      grantSending(fn, codes.requests);
    },
  },
  repairs: {
    harm: 'Staff cannot book repairs or see those they booked.',
    variables: () => ({}),
    tables: {
      // Withdrawing moves a row: a transaction that deletes one and puts another.
      repairs: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
      returns: ['BatchGetItem'],
      ...lists('repairs'),
      stores: ['GetItem', 'Query'],
    },
    grant: books,
  },
  returns: {
    harm: 'Staff cannot book returns or see those they booked.',
    variables: () => ({}),
    tables: { returns: ['GetItem', 'PutItem', 'DeleteItem'], ...lists('returns'), stores: ['GetItem', 'Query'] },
    grant: books,
  },
  'return-files': {
    ...readsFiles,
    harm: 'Staff cannot have a file of returns read: they have to type its lines.',
    concurrency: 10,
    tables: { search: ['Query'], returns: ['GetItem'], stores: ['GetItem', 'Query'] },
    grant: countsForDay,
  },
  stores: {
    harm: 'Admins cannot choose the store they book for.',
    variables: () => ({}),
    tables: { stores: ['Query'] },
  },
  users: {
    harm: 'Admins cannot see, invite or change users, or take access away.',
    isTraced: true,
    variables: () => ({}),
    tables: {
      'users/byStore': ['Query'],
      'users/byState': ['Query'],
      'users/byAdmin': ['Query'],
      audit: ['Query'],
      'audit/byRegion': ['Query'],
      stores: ['ConditionCheckItem'],
      sessions: ['UpdateItem'],
      'sessions/byUser': ['Query'],
      attempts: ['GetItem'],
    },
    grant: (fn, of) => {
      of.identity.grant(fn, [...administration, 'AdminDeleteUser', 'AdminSetUserMFAPreference']);
      of.data.grantDirectory(fn);
      countsForDay(fn, of);
    },
  },
  'user-files': {
    ...readsFiles,
    harm: 'Admins cannot have a file of users read: they have to register each by hand.',
    concurrency: 5,
    tables: { 'users/byEmail': ['Query'], stores: ['Query'] },
    grant: tellsOfDay,
  },
  jobs: {
    harm: 'Admins cannot begin, follow or stop work on many users at once.',
    // Writing five thousand rows takes a few seconds.
    timeout: 28,
    isTraced: true,
    variables: ({ jobs }) => jobs.queueUrls,
    tables: {
      jobs: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
      users: ['GetItem'],
      'users/byState': ['Query'],
      'audit/byRegion': ['Query'],
    },
    grant: (fn, of) => {
      of.data.grantAppending(fn);
      countsJobs(fn, of);
      for (const queue of [of.jobs.slices, of.jobs.revocations]) grantSending(fn, queue);
    },
  },
};

/** A function per feature. People wait for its start, which takes half as long with twice the usual memory (docs/functions.md). */
export class Features extends Construct {
  readonly functions: Record<Feature, lambda.Function>;

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const make = <F extends Feature>(feature: F) => {
      const {
        harm: _,
        timeout = 10,
        memory = 1024,
        variables,
        tables,
        grant,
        ...options
      }: FeatureFunction<F> = featureFunctions[feature];
      const { stage, data, identity, secrets } = resources;
      const fn = portalFunction<F>(this, feature, {
        ...options,
        stage,
        data,
        identity,
        secrets,
        memory,
        timeout: Duration.seconds(timeout),
        environment: variables(resources),
      });
      secrets.grantReading(fn, 'origin');
      data.grant(fn, { users: ['BatchGetItem'], sessions: ['BatchGetItem'] });
      data.grant(fn, tables);
      grant?.(fn, resources);
      return fn;
    };
    this.functions = Object.fromEntries(features.map((feature) => [feature, make(feature)])) as typeof this.functions;

    Validations.of(Stack.of(this)).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray knows no resources; nothing else in the roles of the functions says "every resource".',
    });
  }
}
