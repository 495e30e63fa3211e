import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

export const logGroup = (scope: Construct, id: string, stage: Stage) =>
  new logs.LogGroup(scope, id, { retention: stage.logRetentionDays, removalPolicy: removalPolicy(stage) });
