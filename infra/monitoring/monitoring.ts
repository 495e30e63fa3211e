import { Construct } from 'constructs';
import { emailsAlarm } from '#infra/functions/emails.ts';
import { regionIds } from '#shared/regions.ts';
import { Alarms } from './alarms.ts';
import { showStage } from './dashboard.ts';
import { saveQueries } from './queries.ts';
import { ringForAnswers, ringForRequests } from './request-alarms.ts';
import { refusedOf, requestMetrics } from './request-metrics.ts';
import { ringForServices } from './service-alarms.ts';
import type { Watched } from './watched.ts';

/** Tells a person when users are hurt, shows how the stage is doing, and keeps the questions that are asked on the phone. */
export class Monitoring extends Construct {
  /** ARNs of the alarms that CloudFormation watches while it deploys. */
  readonly rollbackAlarms: readonly string[];

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { stage } = watched;
    const alarms = new Alarms(this, 'Alarms', { stage });
    const refused = refusedOf(this, watched);
    ringForAnswers(alarms, watched, refused);
    for (const alarm of watched.canary.alarms(this, stage)) alarms.addAlarm(alarm);
    for (const { alarms: own } of [watched.backOffice, ...watched.background])
      for (const alarm of own) alarms.addAlarm(alarm);
    for (const region of regionIds) alarms.addAlarm(emailsAlarm(region, watched.identity.pools[region].emails));
    this.rollbackAlarms = alarms.rollingBack.map(({ alarmArn }) => alarmArn);
    if (stage.alarms === 'all') {
      const metrics = requestMetrics(this, watched);
      ringForRequests(alarms, watched, metrics);
      ringForServices(alarms, watched, metrics);
      alarms.ringWhenUsersAreHurt();
      showStage(this, watched, { ...metrics, refused });
    }
    saveQueries(this, watched);
  }
}
