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
import { resolveProjectPath } from '#infra/project.ts';
import { createLogGroup } from '#infra/retention.ts';
import type { Stage } from '#infra/stages.ts';
import { listGroupNames } from '#infra/stages.ts';
import type { EnvironmentVariables, FunctionName, RegionSettings } from '#shared/config/env.ts';
import { environments } from '#shared/config/env.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tableNames } from '#shared/config/tables.ts';

type Pools = {
  readonly pools: Readonly<
    Record<RegionId, { readonly pool: cognito.IUserPool; readonly client: cognito.IUserPoolClient }>
  >;
};

type CommonResources = {
  readonly stage: Stage;
  readonly data?: Pick<Data, 'tables'>;
  readonly identity?: Pools;
  readonly secrets?: Readonly<Record<'origin' | 'clients', { readonly secretArn: string }>>;
};

type CommonVariable =
  | 'STAGE'
  | 'GROUP_NAMES'
  | 'ADMINS_NEED_SECOND_FACTOR'
  | 'REGIONS'
  | 'ORIGIN_SECRET_ARN'
  | 'CLIENTS_SECRET_ARN'
  | `${Uppercase<TableName>}_TABLE`;

export type FunctionVariables<F extends FunctionName> = Omit<EnvironmentVariables<F>, CommonVariable>;

const toRegionSettings = (stage: Stage, identity: Pools) =>
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

const toCommonEnvironment = (
  scope: Construct,
  { stage, data, identity, secrets }: CommonResources,
): Record<string, string> => ({
  STAGE: stage.name,
  GROUP_NAMES: JSON.stringify(listGroupNames(stage)),
  ADMINS_NEED_SECOND_FACTOR: String(stage.adminsNeedSecondFactor),
  ...(identity && { REGIONS: Stack.of(scope).toJsonString(toRegionSettings(stage, identity)) }),
  ...(secrets && { ORIGIN_SECRET_ARN: secrets.origin.secretArn, CLIENTS_SECRET_ARN: secrets.clients.secretArn }),
  ...(data &&
    Object.fromEntries(tableNames.map((name) => [`${name.toUpperCase()}_TABLE`, data.tables[name].tableName]))),
});

/**
 * Returns exactly the variables that the function parses at startup (shared/config/env.ts). Throws if a required variable has
 * no value.
 */
const toEnvironment = <F extends FunctionName>(
  scope: Construct,
  name: F,
  { variables, ...common }: CommonResources & { readonly variables: FunctionVariables<F> },
): Record<string, string> => {
  const values: Record<string, string | undefined> = { ...toCommonEnvironment(scope, common), ...variables };
  return Object.fromEntries(
    Object.entries(environments[name].shape).flatMap(([variable, schema]) => {
      const value = values[variable];
      if (value === undefined && !schema.safeParse(undefined).success) throw new Error(`${name} lacks ${variable}`);
      return value === undefined ? [] : [[variable, value]];
    }),
  );
};

type ExecutionLimits = {
  readonly timeout: Duration;
  /** In megabytes; the CPU share grows with the memory. */
  readonly memory?: number;
  /** Reserved concurrency, on stages that reserve any. */
  readonly concurrency?: number;
};

type Props<F extends FunctionName> = ExecutionLimits &
  CommonResources & {
    readonly id?: string;
    readonly description?: string;
    readonly deadLetters?: sqs.IQueue;
    /** Also bundles `worker.ts`, the code of a worker thread. */
    readonly hasThread?: boolean;
    /**
     * Enables X-Ray tracing. Omitted for background functions, whose logs and alarms show the same and for which a trace
     * costs more than the invocation.
     */
    readonly isTraced?: boolean;
    readonly environment: FunctionVariables<NoInfer<F>>;
  };

/**
 * Bundles the code of a function, with its worker if it has one. Calls esbuild directly because CDK's NodejsFunction
 * runs it with `npx`, which takes four times as long.
 */
const bundleCode = (name: FunctionName, hasThread: boolean): lambda.Code => {
  const folder = resolveProjectPath('lambdas/functions', name);
  const tryBundle = (outdir: string) => {
    buildSync({ ...bundleOptions.index, entryPoints: [join(folder, 'index.ts')], outdir });
    if (hasThread) buildSync({ ...bundleOptions.worker, entryPoints: [join(folder, 'worker.ts')], outdir });
    return true;
  };
  // CDK would bundle in this image if local bundling failed.
  const bundling = { image: lambda.Runtime.NODEJS_24_X.bundlingImage, local: { tryBundle } };
  return lambda.Code.fromAsset(folder, { assetHashType: AssetHashType.OUTPUT, bundling });
};

/**
 * Creates a function with its own role and log group. Its environment is the one that it parses at startup; a missing
 * variable is a type error.
 */
export const createPortalFunction = <F extends FunctionName>(
  scope: Construct,
  name: F,
  { id = name, description = name, stage, deadLetters, hasThread = false, isTraced, environment, ...props }: Props<F>,
): lambda.Function => {
  const { timeout, memory = 512, concurrency, ...common } = props;
  const log = createLogGroup(scope, `${id}-log`, stage);
  const role = new iam.Role(scope, `${id}-role`, { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
  log.grantWrite(role);

  return new lambda.Function(scope, id, {
    description: `Retailer support portal, ${stage.name}: ${description}`,
    code: bundleCode(name, hasThread),
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
    environment: toEnvironment(scope, name, { stage, ...common, variables: environment }),
  });
};

type StreamOptions = {
  readonly batchSize: number;
  readonly parallelizationFactor?: number;
  readonly deadLetters: sqs.IQueue;
};

export const consumeStream = (
  fn: lambda.Function,
  data: Pick<Data, 'grantStream' | 'getStreamArn'>,
  table: StreamedTable,
  { deadLetters, ...batches }: StreamOptions,
): void => {
  data.grantStream(fn, table);
  fn.addEventSourceMapping(table, {
    ...batches,
    eventSourceArn: data.getStreamArn(table),
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    // Retries without limit for half of the stream's retention, which leaves time to fetch a lost change from the stream.
    maxRecordAge: Duration.hours(12),
    onFailure: new SqsDlq(deadLetters),
  });
};

/**
 * Consumes a queue, with limited concurrency so that a backlog cannot exhaust the account's limit for requests of
 * users.
 */
export const consumeQueue = (
  fn: lambda.Function,
  queue: sqs.Queue,
  options: { readonly batchSize: number; readonly maxConcurrency: number },
): void => fn.addEventSource(new SqsEventSource(queue, { ...options, reportBatchItemFailures: true }));

/** Invokes a function at an interval, without retries, since the next invocation follows soon. */
export const scheduleFunction = (
  scope: Construct,
  id: string,
  fn: lambda.Function,
  interval: Duration,
  description: string,
) =>
  new events.Rule(scope, id, {
    description,
    schedule: events.Schedule.rate(interval),
    targets: [new LambdaFunction(fn, { retryAttempts: 0 })],
  });
