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
  /** Megabytes. */
  readonly memory?: number;
  readonly concurrency?: number;
};

/**
 * Asked all day by every open page: for news each minute, for a new token every ten. Lambda alone decides what it traces, the first call
 * of each second and a twentieth of the others, whatever rules of sampling X-Ray has: that would cost as much as all else of such a call.
 */
const untraced: readonly Feature[] = ['auth', 'repairs', 'returns', 'stores'];

/** The function behind one feature's routes. People wait for it, at its start above all, which takes half as long with twice the usual memory (docs/functions.md). */
export const featureFunction = <F extends Feature>(
  scope: Construct,
  { feature, timeout = Duration.seconds(10), memory = 1024, ...props }: Props<F>,
): lambda.Function =>
  portalFunction<F>(scope, feature, {
    ...props,
    name: feature,
    description: feature,
    memory,
    timeout,
    tracing: untraced.includes(feature) ? lambda.Tracing.DISABLED : lambda.Tracing.ACTIVE,
  });
