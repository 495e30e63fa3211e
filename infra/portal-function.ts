import { basename, join } from 'node:path';
import type { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { EnvironmentVariables, FunctionName } from '#shared/env.ts';
import { aliases, banner, mainFields, target, unusedCredentials } from './bundling.ts';
import { logGroup } from './log-group.ts';
import { inProject } from './project.ts';
import type { Stage } from './stages.ts';

type Props<F extends FunctionName> = {
  /** Folder of its code in `lambdas`. */
  readonly name: F;
  readonly description: string;
  readonly stage: Stage;
  readonly environment: EnvironmentVariables<NoInfer<F>>;
  readonly timeout: Duration;
  readonly tracing: lambda.Tracing;
  /** Where an asynchronous call ends up that keeps failing. */
  readonly deadLetters?: sqs.IQueue;
  /** A module in `lambdas` that it runs on a thread of its own: `room/name` is bundled beside it, as `name.mjs`. */
  readonly thread?: string;
  /** Megabytes; its share of a processor grows with them. */
  readonly memory?: number;
  /** How many calls are served at once at most, on stages that reserve concurrency. */
  readonly concurrency?: number;
};

/** Bundles a module as the function itself is bundled, in the shell that CDK bundles in. */
const bundlingOf = (entry: string, outfile: string) => {
  const options = [
    '--bundle',
    '--platform=node',
    '--format=esm',
    `--target=${target}`,
    `--main-fields=${mainFields.join()}`,
    '--minify',
    `--banner:js=${banner}`,
    `--outfile=${outfile}`,
  ];
  return [inProject('node_modules', 'esbuild', 'bin', 'esbuild'), entry, ...options]
    .map((word) => JSON.stringify(word))
    .join(' ');
};

/** A function of our own, with a role and a log to itself. Its environment is the one it parses at start: a missing variable does not compile. */
export const portalFunction = <F extends FunctionName>(
  scope: Construct,
  id: string,
  props: Props<F>,
): lambda.Function => {
  const {
    name,
    description,
    stage,
    environment,
    timeout,
    tracing,
    deadLetters,
    thread,
    memory = 512,
    concurrency,
  } = props;
  const log = logGroup(scope, `${id}-log`, stage);
  const role = new iam.Role(scope, `${id}-role`, { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
  log.grantWrite(role);

  return new NodejsFunction(scope, id, {
    description: `Retailer support portal, ${stage.name}: ${description}`,
    entry: inProject('lambdas', name, 'index.ts'),
    handler: 'handler',
    projectRoot: inProject(),
    depsLockFilePath: inProject('package-lock.json'),
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    memorySize: memory,
    ...(concurrency !== undefined && stage.reservesConcurrency && { reservedConcurrentExecutions: concurrency }),
    timeout,
    tracing,
    ...(deadLetters && { deadLetterQueue: deadLetters }),
    role,
    logGroup: log,
    loggingFormat: lambda.LoggingFormat.JSON,
    environment,
    awsSdkConnectionReuse: false,
    bundling: {
      format: OutputFormat.ESM,
      target,
      mainFields: [...mainFields],
      minify: true,
      sourceMap: false,
      externalModules: [...unusedCredentials],
      banner,
      esbuildArgs: Object.fromEntries(Object.entries(aliases).map(([module, path]) => [`--alias:${module}`, path])),
      ...(thread !== undefined && {
        commandHooks: {
          beforeInstall: () => [],
          beforeBundling: () => [],
          afterBundling: (_: string, folder: string) => [
            bundlingOf(inProject('lambdas', `${thread}.ts`), join(folder, `${basename(thread)}.mjs`)),
          ],
        },
      }),
    },
  });
};
