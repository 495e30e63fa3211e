import { join } from 'node:path';
import { AssetHashType, Duration, Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { bundleOptions } from '#infra/bundling.ts';
import type { Data, StreamedTable } from '#infra/data.ts';
import { inProject } from '#infra/project.ts';
import { logGroup } from '#infra/retention.ts';
import type { Stage } from '#infra/stages.ts';
import type { EnvironmentVariables, FunctionName, RegionSettings } from '#shared/env.ts';
import { environments } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';
import { tableNames } from '#shared/tables.ts';

type Pools = {
  readonly pools: Readonly<
    Record<RegionId, { readonly pool: cognito.IUserPool; readonly client: cognito.IUserPoolClient }>
  >;
};

type Known = {
  readonly stage: Stage;
  readonly data?: Pick<Data, 'tables'>;
  readonly identity?: Pools;
  readonly secrets?: Readonly<Record<'origin' | 'clients', { readonly secretArn: string }>>;
};

type KnownVariable =
  | 'STAGE'
  | 'GROUP_NAMES'
  | 'ADMINS_NEED_SECOND_FACTOR'
  | 'REGIONS'
  | 'ORIGIN_SECRET_ARN'
  | 'CLIENTS_SECRET_ARN'
  | `${Uppercase<TableName>}_TABLE`;

export type OwnVariables<F extends FunctionName> = Omit<EnvironmentVariables<F>, KnownVariable>;

const regionSettings = (stage: Stage, identity: Pools) =>
  Object.fromEntries(
    regionIds.map((region) => {
      const { pool, client } = identity.pools[region];
      const { returnsAvailable, returnPeriodDays, legal } = stage.regions[region];
      return [
        region,
        {
          userPoolId: pool.userPoolId,
          clientId: client.userPoolClientId,
          returnsAvailable,
          returnPeriodDays,
          termsLastUpdated: legal?.termsLastUpdated ?? limits.terms.lastUpdated,
        } satisfies RegionSettings,
      ];
    }),
  );

const knownVariables = (scope: Construct, { stage, data, identity, secrets }: Known): Record<string, string> => ({
  STAGE: stage.name,
  GROUP_NAMES: JSON.stringify(Object.values(stage.groupNames)),
  ADMINS_NEED_SECOND_FACTOR: String(stage.adminsNeedSecondFactor),
  ...(identity && { REGIONS: Stack.of(scope).toJsonString(regionSettings(stage, identity)) }),
  ...(secrets && { ORIGIN_SECRET_ARN: secrets.origin.secretArn, CLIENTS_SECRET_ARN: secrets.clients.secretArn }),
  ...(data &&
    Object.fromEntries(tableNames.map((name) => [`${name.toUpperCase()}_TABLE`, data.tables[name].tableName]))),
});

/** All that a function parses at start (shared/env.ts), and nothing else. Throws where a variable has no value that not every stage may lack. */
const variablesOf = <F extends FunctionName>(
  scope: Construct,
  name: F,
  { own, ...known }: Known & { readonly own: OwnVariables<F> },
): Record<string, string> => {
  const values: Record<string, string | undefined> = { ...knownVariables(scope, known), ...own };
  return Object.fromEntries(
    Object.entries(environments[name].shape).flatMap(([variable, schema]) => {
      const value = values[variable];
      if (value === undefined && !schema.safeParse(undefined).success) throw new Error(`${name} lacks ${variable}`);
      return value === undefined ? [] : [[variable, value]];
    }),
  );
};

type Limits = {
  readonly timeout: Duration;
  /** Megabytes; its share of a processor grows with them. */
  readonly memory?: number;
  readonly concurrency?: number;
};

type Props<F extends FunctionName> = Limits &
  Known & {
    readonly id?: string;
    readonly description?: string;
    readonly deadLetters?: sqs.IQueue;
    readonly hasThread?: boolean;
    /** Of what nobody waits for, the log and the alarms say what a trace would, and a trace costs more than the run. */
    readonly isTraced?: boolean;
    readonly environment: OwnVariables<NoInfer<F>>;
  };

/**
 * Code of a function, with the worker of its thread beside it. esbuild is called directly: CDK's own NodejsFunction starts it by `npx`,
 * which takes four times as long.
 */
const bundledCode = (name: FunctionName, hasThread: boolean): lambda.Code => {
  const folder = inProject('lambdas', name);
  const tryBundle = (outdir: string) => {
    buildSync({ ...bundleOptions.index, entryPoints: [join(folder, 'index.ts')], outdir });
    if (hasThread) buildSync({ ...bundleOptions.worker, entryPoints: [join(folder, 'worker.ts')], outdir });
    return true;
  };
  // The image is what CDK would bundle in if this could not be done locally.
  const bundling = { image: lambda.Runtime.NODEJS_24_X.bundlingImage, local: { tryBundle } };
  return lambda.Code.fromAsset(folder, { assetHashType: AssetHashType.OUTPUT, bundling });
};

/** A function of our own, with a role and a log to itself. Its environment is the one it parses at start: a variable of its own that is missing does not compile. */
export const portalFunction = <F extends FunctionName>(
  scope: Construct,
  name: F,
  { id = name, description = name, stage, deadLetters, hasThread = false, isTraced, environment, ...props }: Props<F>,
): lambda.Function => {
  const { timeout, memory = 512, concurrency, ...known } = props;
  const log = logGroup(scope, `${id}-log`, stage);
  const role = new iam.Role(scope, `${id}-role`, { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
  log.grantWrite(role);

  return new lambda.Function(scope, id, {
    description: `Retailer support portal, ${stage.name}: ${description}`,
    code: bundledCode(name, hasThread),
    handler: 'index.handler',
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    memorySize: memory,
    ...(concurrency !== undefined && stage.reservesConcurrency && { reservedConcurrentExecutions: concurrency }),
    timeout,
    tracing: isTraced ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
    ...(deadLetters && { deadLetterQueue: deadLetters }),
    role,
    logGroup: log,
    loggingFormat: lambda.LoggingFormat.JSON,
    environment: variablesOf(scope, name, { stage, ...known, own: environment }),
  });
};

type Hearing = {
  readonly batchSize: number;
  readonly parallelizationFactor?: number;
  readonly deadLetters: sqs.IQueue;
};

export const hearChanges = (
  fn: lambda.Function,
  data: Pick<Data, 'grantChanges' | 'streamOf'>,
  table: StreamedTable,
  { deadLetters, ...batches }: Hearing,
): void => {
  data.grantChanges(fn, table);
  fn.addEventSourceMapping(table, {
    ...batches,
    eventSourceArn: data.streamOf(table),
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    // As often as it takes, for half of what a stream remembers: then there is time to fetch a lost change from it.
    maxRecordAge: Duration.hours(12),
    onFailure: new SqsDlq(deadLetters),
  });
};

/** The function does what waits in a queue, so many batches at once: a flood of them must not take the whole account's concurrency from the people who sign in. */
export const workOff = (fn: lambda.Function, queue: sqs.Queue, batchSize: number, maxConcurrency: number): void =>
  fn.addEventSource(new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }));

/** The function is called again and again, and not a second time where it fails: the next call is soon enough. */
export const callEvery = (scope: Construct, id: string, fn: lambda.Function, every: Duration, description: string) =>
  new events.Rule(scope, id, {
    description,
    schedule: events.Schedule.rate(every),
    targets: [new LambdaFunction(fn, { retryAttempts: 0 })],
  });
