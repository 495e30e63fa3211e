import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { EnvironmentVariables } from '#shared/env.ts';
import type { Feature } from '#shared/routes/table.ts';
import { portalFunction } from './portal-function.ts';
import type { Stage } from './stages.ts';

/** The function behind one feature's routes. */
export const featureFunction = <F extends Feature>(
  scope: Construct,
  { feature, stage, environment }: { feature: F; stage: Stage; environment: EnvironmentVariables<NoInfer<F>> },
): lambda.Function =>
  portalFunction<F>(scope, feature, {
    name: feature,
    description: feature,
    stage,
    environment,
    timeout: Duration.seconds(10),
    tracing: lambda.Tracing.ACTIVE,
  });
