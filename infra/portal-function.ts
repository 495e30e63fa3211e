import type { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { EnvironmentVariables, FunctionName } from '#shared/env.ts';
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
};

/** A function of our own, with a role and a log to itself. Its environment is the one it parses at start: a missing variable does not compile. */
export const portalFunction = <F extends FunctionName>(scope: Construct, id: string, props: Props<F>): lambda.Function => {
  const { name, description, stage, environment, timeout, tracing, deadLetters } = props;
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
    memorySize: 512,
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
      target: 'node24',
      mainFields: ['module', 'main'],
      minify: true,
      sourceMap: false,
      externalModules: [],
      // Packages in CommonJS ask for `require`, which a module doesn't have.
      banner: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
  });
};
