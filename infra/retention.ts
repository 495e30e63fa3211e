import { RemovalPolicy } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** Returns the removal policy of user data (tables, pools), which is also protected from deletion. */
export const toDataRemovalPolicy = (stage: Stage) => (stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);

/**
 * Returns the removal policy of all other resources: retained, unless their first deployment fails, so that it can be
 * repeated.
 */
export const toRemovalPolicy = (stage: Stage) =>
  stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

export const createLogGroup = (scope: Construct, id: string, stage: Stage) =>
  new logs.LogGroup(scope, id, { retention: stage.logRetentionDays, removalPolicy: toRemovalPolicy(stage) });
