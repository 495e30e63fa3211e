import { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';
import type { EnvironmentVariables } from '#shared/env.ts';
import type { Feature } from '#shared/routes/table.ts';
import { logGroup } from './log-group.ts';
import { inProject } from './project.ts';
import type { Stage } from './stages.ts';

/** The function behind one feature's routes. Its environment is the one it parses at start: a missing variable does not compile. */
export const featureFunction = <F extends Feature>(
  scope: Construct,
  props: { feature: F; stage: Stage; environment: EnvironmentVariables<NoInfer<F>> },
): lambda.Function => {
  const { feature, stage, environment } = props;
  const log = logGroup(scope, `${feature}-log`, stage);
  const role = new iam.Role(scope, `${feature}-role`, { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
  log.grantWrite(role);

  return new NodejsFunction(scope, feature, {
    description: `Retailer support portal, ${stage.name}: ${feature}`,
    entry: inProject('lambdas', feature, 'index.ts'),
    handler: 'handler',
    projectRoot: inProject(),
    depsLockFilePath: inProject('package-lock.json'),
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    memorySize: 512,
    timeout: Duration.seconds(10),
    tracing: lambda.Tracing.ACTIVE,
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
