import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Data, TableGrants } from '#infra/data.ts';
import { createListGrants } from '#infra/data.ts';
import { toUploadsBucketName } from '#infra/files.ts';
import type { Identity } from '#infra/identity.ts';
import { grantSending } from '#infra/queues.ts';
import type { Secrets } from '#infra/secrets.ts';
import type { Stage } from '#infra/stages.ts';
import type { Feature } from '#shared/api/routes/table.ts';
import { features } from '#shared/api/routes/table.ts';
import { captchaProviders, findTestSecret } from '#shared/config/captcha-providers.ts';
import { receivesBounces } from './bounces.ts';
import type { Codes } from './codes.ts';
import type { Jobs } from './job-worker.ts';
import { administrationActions } from './job-worker.ts';
import type { FunctionVariables } from './portal-function.ts';
import { createPortalFunction } from './portal-function.ts';

type Resources = { stage: Stage; identity: Identity; data: Data; secrets: Secrets; jobs: Jobs; codes: Codes };

type FeatureFunction<F extends Feature> = {
  /** Effect on users if the function fails, for its alarm. */
  readonly harm: string;
  /** Timeout in seconds; 10 by default. */
  readonly timeout?: number;
  /** In megabytes; 1,024 by default. */
  readonly memory?: number;
  /** Reserved concurrency, on stages that reserve any. */
  readonly concurrency?: number;
  /** Also bundles `worker.ts`, the code of a worker thread. */
  readonly hasThread?: boolean;
  /**
   * Enables X-Ray tracing. Omitted for routes that open pages poll all day: X-Ray's sampling rules don't apply to them,
   * and a trace costs as much as such a request.
   */
  readonly isTraced?: boolean;
  readonly createVariables: (resources: Resources) => FunctionVariables<F>;
  readonly tables: TableGrants;
  readonly grant?: (fn: lambda.Function, resources: Resources) => void;
};

const grantDailyCount = (fn: lambda.Function, { data }: Resources) => data.grantDailyLimits(fn);
const grantDailyCountAndRead = (fn: lambda.Function, { data }: Resources) =>
  data.grantDailyLimits(fn, ['GetItem', 'UpdateItem']);
const grantJobCount = (fn: lambda.Function, { data }: Resources) =>
  data.grantDailyLimits(fn, ['GetItem', 'PutItem', 'UpdateItem']);
const grantBooking = (fn: lambda.Function, resources: Resources) => {
  grantDailyCount(fn, resources);
  resources.data.grantIdempotencyRecords(fn);
};

const fileReaderOptions = {
  hasThread: true,
  // With 1,769 MB a function has one full vCPU, on which the CPU time limit for reading a file was measured.
  memory: 1769,
  timeout: 15,
  isTraced: true,
  createVariables: ({ stage }: Resources) => ({ UPLOADS_BUCKET: toUploadsBucketName(stage) }),
};

export const featureFunctions: { readonly [F in Feature]: FeatureFunction<F> } = {
  auth: {
    harm: 'Staff cannot sign in, or are signed out while they work.',
    // A request may call four services in sequence. Cognito alone may take five seconds, since it sends emails and calls
    // a trigger for their text.
    timeout: 15,
    createVariables: ({ secrets, stage, codes }) => ({
      CAPTCHA_SECRET_ARN: secrets.captcha.secretArn,
      CAPTCHA_VERIFY_URL: captchaProviders[stage.captcha.provider].verifyUrl,
      CAPTCHA_OF_ANY_SITE: JSON.stringify(findTestSecret(stage.captcha) !== undefined),
      CODES_QUEUE_URL: codes.requests.queueUrl,
      ADDRESS_KEY_SECRET_ARN: secrets.logHashKey.secretArn,
      HAS_DAILY_EMAIL: JSON.stringify(receivesBounces(stage)),
    }),
    // A transaction requires the permissions of its individual actions.
    tables: {
      users: ['GetItem', 'UpdateItem'],
      sessions: ['PutItem', 'UpdateItem'],
      'sessions/byUser': ['Query'],
      attempts: ['PutItem', 'UpdateItem', 'DeleteItem'],
      stores: ['GetItem', 'Query'],
      subscriptions: ['GetItem', 'UpdateItem', 'DeleteItem'],
    },
    grant: (fn, { identity, data, secrets, codes }) => {
      // The user's token authorizes refreshing, revoking, changing a password and one-time codes; the client's secret
      // authorizes resetting a forgotten password.
      identity.grant(fn, [
        'AdminGetUser',
        'AdminInitiateAuth',
        'AdminRespondToAuthChallenge',
        'AdminUserGlobalSignOut',
      ]);
      data.grantAuditAppend(fn);
      secrets.grantReading(fn, 'captcha');
      secrets.grantReading(fn, 'logHashKey');
      secrets.grantReading(fn, 'clients');
      grantSending(fn, codes.requests);
    },
  },
  repairs: {
    harm: 'Staff cannot book repairs or see those they booked.',
    createVariables: () => ({}),
    tables: {
      // A withdrawal moves a row: one transaction deletes it and puts another.
      repairs: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
      returns: ['BatchGetItem'],
      ...createListGrants('repairs'),
      stores: ['GetItem', 'Query'],
    },
    grant: grantBooking,
  },
  returns: {
    harm: 'Staff cannot book returns or see those they booked.',
    createVariables: () => ({}),
    tables: {
      returns: ['GetItem', 'PutItem', 'DeleteItem'],
      ...createListGrants('returns'),
      stores: ['GetItem', 'Query'],
    },
    grant: grantBooking,
  },
  'return-files': {
    ...fileReaderOptions,
    harm: 'Staff cannot have a file of returns read: they have to type its lines.',
    concurrency: 10,
    tables: { search: ['Query'], returns: ['GetItem'], stores: ['GetItem', 'Query'] },
    grant: grantDailyCount,
  },
  stores: {
    harm: 'Admins cannot choose the store they book for, and nobody sees the overview or the news.',
    createVariables: () => ({}),
    tables: {
      stores: ['Query'],
      statistics: ['Query'],
      search: ['Query'],
      'repairs/byStoreAndState': ['Query'],
      'returns/byStoreAndState': ['Query'],
    },
    grant: (fn, { data }) => data.grantSeenNews(fn),
  },
  users: {
    harm: 'Admins cannot see, invite or change users, or take access away.',
    isTraced: true,
    createVariables: () => ({}),
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
    grant: (fn, resources) => {
      resources.identity.grant(fn, [...administrationActions, 'AdminDeleteUser', 'AdminSetUserMFAPreference']);
      resources.data.grantDirectory(fn);
      grantDailyCount(fn, resources);
    },
  },
  'user-files': {
    ...fileReaderOptions,
    harm: 'Admins cannot have a file of users read: they have to register each by hand.',
    concurrency: 5,
    tables: { 'users/byEmail': ['Query'], stores: ['Query'], jobs: ['PutItem'] },
    grant: grantDailyCountAndRead,
  },
  jobs: {
    harm: 'Admins cannot begin, follow or stop work on many users at once.',
    // Writing five thousand rows takes a few seconds.
    timeout: 28,
    isTraced: true,
    createVariables: ({ jobs }) => jobs.queueUrls,
    tables: {
      jobs: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
      users: ['GetItem'],
      'users/byState': ['Query'],
      'audit/byRegion': ['Query'],
    },
    grant: (fn, resources) => {
      resources.data.grantAuditAppend(fn);
      grantJobCount(fn, resources);
      for (const queue of [resources.jobs.slices, resources.jobs.revocations]) grantSending(fn, queue);
    },
  },
};

/**
 * One function per feature. Users wait for cold starts, which take half as long with twice the default memory
 * (docs/functions.md).
 */
export class Features extends Construct {
  readonly functions: Record<Feature, lambda.Function>;

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const createFunction = <F extends Feature>(feature: F) => {
      const {
        harm: _,
        timeout = 10,
        memory = 1024,
        createVariables,
        tables,
        grant,
        ...options
      }: FeatureFunction<F> = featureFunctions[feature];
      const { stage, data, identity, secrets } = resources;
      const fn = createPortalFunction<F>(this, feature, {
        ...options,
        stage,
        data,
        identity,
        secrets,
        memory,
        timeout: Duration.seconds(timeout),
        environment: createVariables(resources),
      });
      secrets.grantReading(fn, 'origin');
      data.grant(fn, { users: ['BatchGetItem'], sessions: ['BatchGetItem'] });
      data.grant(fn, tables);
      grant?.(fn, resources);
      return fn;
    };
    this.functions = Object.fromEntries(
      features.map((feature) => [feature, createFunction(feature)]),
    ) as typeof this.functions;

    Validations.of(Stack.of(this)).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray knows no resources; nothing else in the roles of the functions says "every resource".',
    });
  }
}
