import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { captchaProviders } from '#shared/captcha.ts';
import type { Feature } from '#shared/routes/table.ts';
import { features } from '#shared/routes/table.ts';
import type { Codes } from './codes.ts';
import type { Data } from './data.ts';
import { featureFunction } from './feature-function.ts';
import { uploadsBucketName } from './files.ts';
import type { Identity } from './identity.ts';
import type { Jobs } from './jobs.ts';
import { regionSettings } from './region-settings.ts';
import type { Secrets } from './secrets.ts';
import type { Stage } from './stages.ts';

/** With as many megabytes a function has a processor to itself: the time that reading a file may take was measured on one. */
const wholeProcessorMb = 1769;

/** What runs: a function per feature, with its environment and its grants. */
export class Features extends Construct {
  readonly functions: Record<Feature, lambda.Function>;

  constructor(
    scope: Construct,
    id: string,
    props: { stage: Stage; identity: Identity; data: Data; secrets: Secrets; jobs: Jobs; codes: Codes },
  ) {
    super(scope, id);
    const { stage, identity, data, secrets, jobs, codes } = props;
    const { users, sessions, attempts, repairs, returns, search, stores, audit } = data.tables;

    const behindTheApi = {
      STAGE: stage.name,
      ADMINS_NEED_SECOND_FACTOR: String(stage.adminsNeedSecondFactor),
      GROUP_NAMES: JSON.stringify(Object.values(stage.groupNames)),
      REGIONS: Stack.of(this).toJsonString(regionSettings(stage, identity)),
      USERS_TABLE: users.tableName,
      SESSIONS_TABLE: sessions.tableName,
      ORIGIN_SECRET_ARN: secrets.origin.secretArn,
    };

    this.functions = {
      auth: featureFunction(this, {
        feature: 'auth',
        stage,
        environment: {
          ...behindTheApi,
          ATTEMPTS_TABLE: attempts.tableName,
          AUDIT_TABLE: audit.tableName,
          CAPTCHA_SECRET_ARN: secrets.captcha.secretArn,
          CAPTCHA_VERIFY_URL: captchaProviders[stage.captcha.provider].verifyUrl,
          CODES_QUEUE_URL: codes.requests.queueUrl,
          ADDRESS_KEY_SECRET_ARN: secrets.addressKey.secretArn,
        },
        // Four services in a row, of which Cognito may take five seconds: it sends emails, and asks another function for their words.
        timeout: Duration.seconds(15),
      }),
      repairs: featureFunction(this, {
        feature: 'repairs',
        stage,
        environment: {
          ...behindTheApi,
          ATTEMPTS_TABLE: attempts.tableName,
          REPAIRS_TABLE: repairs.tableName,
          RETURNS_TABLE: returns.tableName,
          SEARCH_TABLE: search.tableName,
          STORES_TABLE: stores.tableName,
        },
      }),
      returns: featureFunction(this, {
        feature: 'returns',
        stage,
        environment: {
          ...behindTheApi,
          ATTEMPTS_TABLE: attempts.tableName,
          RETURNS_TABLE: returns.tableName,
          SEARCH_TABLE: search.tableName,
          STORES_TABLE: stores.tableName,
        },
      }),
      'return-files': featureFunction(this, {
        feature: 'return-files',
        stage,
        environment: {
          ...behindTheApi,
          ATTEMPTS_TABLE: attempts.tableName,
          RETURNS_TABLE: returns.tableName,
          SEARCH_TABLE: search.tableName,
          STORES_TABLE: stores.tableName,
          UPLOADS_BUCKET: uploadsBucketName(stage),
        },
        // A file is read and judged on a thread of its own, which may be ended; whatever happens there, nobody else notices.
        thread: 'return-files/worker',
        memory: wholeProcessorMb,
        timeout: Duration.seconds(15),
        concurrency: 10,
      }),
      stores: featureFunction(this, {
        feature: 'stores',
        stage,
        environment: { ...behindTheApi, STORES_TABLE: stores.tableName },
      }),
      users: featureFunction(this, {
        feature: 'users',
        stage,
        environment: {
          ...behindTheApi,
          AUDIT_TABLE: audit.tableName,
          ATTEMPTS_TABLE: attempts.tableName,
          STORES_TABLE: stores.tableName,
        },
      }),
      'user-files': featureFunction(this, {
        feature: 'user-files',
        stage,
        environment: {
          ...behindTheApi,
          ATTEMPTS_TABLE: attempts.tableName,
          STORES_TABLE: stores.tableName,
          UPLOADS_BUCKET: uploadsBucketName(stage),
        },
        // As files of returns are read.
        thread: 'user-files/worker',
        memory: wholeProcessorMb,
        timeout: Duration.seconds(15),
        concurrency: 5,
      }),
      jobs: featureFunction(this, {
        feature: 'jobs',
        stage,
        environment: {
          ...behindTheApi,
          ATTEMPTS_TABLE: attempts.tableName,
          AUDIT_TABLE: audit.tableName,
          JOBS_TABLE: data.tables.jobs.tableName,
          JOBS_QUEUE_URL: jobs.slices.queueUrl,
        },
        // Writing five thousand rows takes a few seconds.
        timeout: Duration.seconds(28),
      }),
    };

    for (const feature of features) {
      secrets.grantOriginCheck(this.functions[feature]);
      data.grantSession(this.functions[feature]);
    }
    for (const feature of ['repairs', 'returns', 'return-files', 'users'] as const)
      data.grantDailyLimits(this.functions[feature]);
    // They tell how much is left of the day, too.
    for (const feature of ['user-files', 'jobs'] as const)
      data.grantDailyLimits(this.functions[feature], ['GetItem', 'UpdateItem']);
    identity.grantSignIn(this.functions.auth);
    data.grantSignIn(this.functions.auth);
    secrets.grantCaptcha(this.functions.auth);
    codes.grantAsking(this.functions.auth);
    secrets.grantAddressKey(this.functions.auth);
    data.grantRepairs(this.functions.repairs);
    data.grantReturns(this.functions.returns);
    data.grantReturnFiles(this.functions['return-files']);
    data.grantStores(this.functions.stores);
    identity.grantAdministration(this.functions.users);
    data.grantUsers(this.functions.users);
    data.grantUserFiles(this.functions['user-files']);
    data.grantJobs(this.functions.jobs);
    jobs.grantHandOver(this.functions.jobs);

    Validations.of(Stack.of(this)).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray knows no resources; nothing else in the roles of the functions says "every resource".',
    });
  }
}
