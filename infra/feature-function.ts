import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { EnvironmentVariables } from '#shared/env.ts';
import type { Feature } from '#shared/routes/table.ts';
import { portalFunction } from './portal-function.ts';
import type { Stage } from './stages.ts';

type Props<F extends Feature> = {
  readonly feature: F;
  readonly stage: Stage;
  readonly environment: EnvironmentVariables<NoInfer<F>>;
  readonly timeout?: Duration;
  readonly thread?: string;
  readonly memory?: number;
  readonly concurrency?: number;
};

/** The function behind one feature's routes. */
export const featureFunction = <F extends Feature>(
  scope: Construct,
  { feature, timeout = Duration.seconds(10), ...props }: Props<F>,
): lambda.Function =>
  portalFunction<F>(scope, feature, {
    ...props,
    name: feature,
    description: feature,
    timeout,
    tracing: lambda.Tracing.ACTIVE,
  });
