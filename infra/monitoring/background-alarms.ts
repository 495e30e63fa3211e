import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { regionIds } from '#shared/regions.ts';
import type { Alarms } from './alarms.ts';
import { minutes5 } from './alarms.ts';
import { metricOf } from './metrics.ts';
import { minutes15 } from './request-metrics.ts';
import type { Watched } from './watched.ts';

const inDeadLetters = (queue: sqs.Queue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: minutes5, statistic: 'Maximum' });

/** Alarms about what happens without a request. */
export const ringForBackground = (alarms: Alarms, scope: Construct, watched: Watched): void => {
  ringForRecords(alarms, scope, watched);
  ringForPeople(alarms, watched);
};

/** What becomes of repairs and returns between the portal and the provider. */
const ringForRecords = (alarms: Alarms, scope: Construct, { stage, events, backOffice, watch }: Watched): void => {
  alarms.ring('rma-pending', {
    harm: `Staff cannot send devices in: a repair or return has waited for its RMA number for ${stage.rmaPendingHours} hours or more.`,
    metric: metricOf(scope, 'hours-without-rma', {
      stage,
      group: watch.fn.logGroup,
      lines: { message: 'waiting for RMA' },
      value: 'counts.hours',
      statistic: 'Maximum',
      period: minutes15,
    }),
    threshold: stage.rmaPendingHours,
  });
  alarms.ring('changes-late', {
    harm: 'The provider hears of new repairs and returns minutes late, and nobody finds them by searching.',
    metric: backOffice.changes.metric('IteratorAge', { period: minutes5, statistic: 'Maximum' }),
    threshold: minutes5.toMilliseconds(),
    rollsBack: true,
  });
  alarms.ring('changes-lost', {
    harm: 'The provider never hears of some repair or return, or of what has become of it, and nobody finds it by searching.',
    metric: inDeadLetters(events.lostChanges),
    threshold: 1,
  });
  alarms.ring('reports-late', {
    harm: "The provider's reports about repairs and returns arrive minutes late: RMA numbers stay pending meanwhile.",
    metric: events.reports.metricApproximateAgeOfOldestMessage({ period: minutes5 }),
    threshold: minutes5.toSeconds(),
    rollsBack: true,
  });
  alarms.ring('reports-lost', {
    harm: "The provider's reports about repairs and returns no longer arrive: RMA numbers stay pending.",
    metric: inDeadLetters(events.lostReports),
    threshold: 1,
  });
};

/** What becomes of users and of emails to them. */
const ringForPeople = (alarms: Alarms, { identity, codes, reconciliation, jobs, notices, bounces }: Watched): void => {
  for (const region of regionIds)
    alarms.ring(`${region}-emails-failing`, {
      section: 'emails-failing',
      harm: `Staff of ${region} are sent no invitation and no code for a forgotten password.`,
      metric: identity.pools[region].emails.metricErrors({ period: minutes5 }),
      threshold: 1,
    });
  alarms.ring('codes-failing', {
    harm: 'Staff who forgot their password wait for a code in vain: Cognito, or its email, failed.',
    metric: codes.failures.metric({ period: minutes5, statistic: 'Sum' }),
    threshold: 1,
  });
  alarms.ring('codes-lost', {
    harm: 'Staff who forgot their password wait for a code in vain: Cognito was too busy.',
    metric: inDeadLetters(codes.lost),
    threshold: 1,
  });
  alarms.ring('reconciliation-failing', {
    harm: 'Users whom somebody has disabled, narrowed or deleted in Cognito itself may still work in the portal.',
    metric: reconciliation.fn.metricErrors({ period: minutes5 }),
    threshold: 1,
  });
  alarms.ring('job-worker-failing', {
    harm: 'Admins wait for a job on many users that stands still.',
    metric: jobs.worker.metricErrors({ period: minutes5 }),
    threshold: 1,
  });
  alarms.ring('slices-lost', {
    harm: 'Users of a bulk job are neither invited nor changed, and the job does not end by itself: an admin has to stop it.',
    metric: inDeadLetters(jobs.lostSlices),
    threshold: 1,
  });
  if (notices) {
    alarms.ring('notices-late', {
      harm: 'Users whose password, roles or one-time codes have changed hear of it minutes late: whoever took over an account has that much more time.',
      metric: notices.fn.metric('IteratorAge', { period: minutes5, statistic: 'Maximum' }),
      threshold: minutes5.toMilliseconds(),
    });
    alarms.ring('notices-lost', {
      harm: 'Users are not told that their password, roles or one-time codes have changed, perhaps by somebody else.',
      metric: inDeadLetters(notices.lost),
      threshold: 1,
    });
  }
  if (bounces)
    alarms.ring('bounces-lost', {
      harm: 'Admins who look why somebody cannot sign in are not told that emails to them come back.',
      metric: inDeadLetters(bounces.lost),
      threshold: 1,
    });
};
