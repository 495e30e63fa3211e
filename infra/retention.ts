import { RemovalPolicy } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** What becomes of people's data (tables, pools) when its stack no longer has it. They are protected from deletion, too. */
export const dataRemovalPolicy = (stage: Stage) => (stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);

/** Of everything else: kept, but not where the very first deployment fails, which can then be repeated. */
export const removalPolicy = (stage: Stage) =>
  stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

export const logGroup = (scope: Construct, id: string, stage: Stage) =>
  new logs.LogGroup(scope, id, { retention: stage.logRetentionDays, removalPolicy: removalPolicy(stage) });
