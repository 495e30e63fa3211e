import { Duration } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Data } from '#infra/data.ts';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { createErrorMetric, fiveMinutes, fifteenMinutes } from '#infra/monitoring/alarms.ts';
import { createLogMetric } from '#infra/monitoring/metrics.ts';
import type { Stage } from '#infra/stages.ts';
import { toSettingsName } from '#infra/stages.ts';
import { createPortalFunction, scheduleFunction } from './portal-function.ts';

export class Canary extends Construct {
  readonly fn: lambda.Function;

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data; siteUrl: string }) {
    super(scope, id);
    const { stage, data, siteUrl } = props;
    const environment = { SITE_URL: siteUrl, SITE_STAGE: toSettingsName(stage.name) };
    this.fn = createPortalFunction(this, 'canary', { stage, data, environment, timeout: Duration.seconds(30) });
    data.grant(this.fn, { 'repairs/byRegionAndState': ['Query'], 'returns/byRegionAndState': ['Query'] });
    // A retry would hide the first failure.
    scheduleFunction(this, 'Often', this.fn, fiveMinutes, 'Looks at the portal from outside');
  }

  createAlarms(scope: Construct, stage: Stage): readonly Alarm[] {
    const canary: Alarm = {
      name: 'canary',
      harm: 'Users cannot load the page or reach the API: two looks from outside have failed, or nobody looks any more.',
      metric: createErrorMetric(this.fn),
      periods: [2, 3],
      onMissingData: 'alarm',
      affectsUsers: true,
      triggersRollback: true,
    };
    const { rmaPendingHours } = stage;
    if (rmaPendingHours === undefined) return [canary];
    return [
      canary,
      {
        name: 'rma-pending',
        harm: `Staff cannot send devices in: a repair or return has waited for its RMA number for ${rmaPendingHours} hours or more.`,
        metric: createLogMetric(scope, 'hours-without-rma', {
          stage,
          logGroup: this.fn.logGroup,
          pattern: { message: 'waiting for RMA' },
          valueField: 'counts.hours',
          statistic: 'Maximum',
          period: fifteenMinutes,
        }),
        threshold: rmaPendingHours,
      },
    ];
  }
}
