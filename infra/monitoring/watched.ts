import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Api } from '#infra/api.ts';
import type { BackOffice } from '#infra/back-office.ts';
import type { Bounces } from '#infra/bounces.ts';
import type { Codes } from '#infra/codes.ts';
import type { Data } from '#infra/data.ts';
import type { Events } from '#infra/events.ts';
import type { Identity } from '#infra/identity.ts';
import type { Jobs } from '#infra/jobs.ts';
import type { Notices } from '#infra/notices.ts';
import type { Reconciliation } from '#infra/reconciliation.ts';
import type { Stage } from '#infra/stages.ts';
import type { Feature } from '#shared/routes/table.ts';
import type { Watch } from './watch.ts';

/** All that a stage is watched by. */
export type Watched = {
  readonly stage: Stage;
  readonly data: Data;
  readonly api: Api;
  readonly identity: Identity;
  readonly functions: Record<Feature, lambda.Function>;
  readonly events: Events;
  readonly backOffice: BackOffice;
  readonly reconciliation: Reconciliation;
  readonly jobs: Jobs;
  readonly codes: Codes;
  readonly watch: Watch;
  /** On stages that have a sender. */
  readonly notices: Notices | undefined;
  readonly bounces: Bounces | undefined;
};
