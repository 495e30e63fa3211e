import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Api } from '#infra/api.ts';
import type { Data } from '#infra/data.ts';
import type { BackOffice } from '#infra/functions/back-office.ts';
import type { Canary } from '#infra/functions/canary.ts';
import type { Codes } from '#infra/functions/codes.ts';
import type { Jobs } from '#infra/functions/job-worker.ts';
import type { Identity } from '#infra/identity.ts';
import type { Stage } from '#infra/stages.ts';
import type { Feature } from '#shared/api/routes/table.ts';
import type { Alarm } from './alarms.ts';

export type MonitoredResources = {
  readonly stage: Stage;
  readonly data: Data;
  readonly api: Api;
  readonly identity: Identity;
  readonly functions: Record<Feature, lambda.Function>;
  readonly backOffice: BackOffice;
  readonly jobs: Jobs;
  readonly codes: Codes;
  readonly canary: Canary;
  /** Other resources with alarms of their own: background functions and the backups. */
  readonly background: readonly { readonly alarms: readonly Alarm[] }[];
};
