import { Aws, Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { regionIds } from '#shared/regions.ts';
import type { Feature } from '#shared/routes/table.ts';
import { features } from '#shared/routes/table.ts';
import type { Api } from './api.ts';
import type { BackOffice } from './back-office.ts';
import type { Bounces } from './bounces.ts';
import type { Codes } from './codes.ts';
import type { Events } from './events.ts';
import type { Identity } from './identity.ts';
import type { Jobs } from './jobs.ts';
import type { Notices } from './notices.ts';
import type { Reconciliation } from './reconciliation.ts';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

const period = Duration.minutes(5);

/** What a user cannot do while a feature's function fails. */
const harm: Record<Feature, string> = {
  auth: 'Staff cannot sign in, or are signed out while they work.',
  repairs: 'Staff cannot book repairs or see those they booked.',
  returns: 'Staff cannot book returns or see those they booked.',
  'return-files': 'Staff cannot have a file of returns read: they have to type its lines.',
  stores: 'Admins cannot choose the store they book for.',
  'user-files': 'Admins cannot have a file of users read: they have to register each by hand.',
  jobs: 'Admins cannot begin, follow or stop work on many users at once.',
  users: 'Admins cannot see, invite or change users, or take access away.',
};

type Watched = {
  readonly stage: Stage;
  readonly api: Api;
  readonly identity: Identity;
  readonly functions: Record<Feature, lambda.Function>;
  readonly events: Events;
  readonly backOffice: BackOffice;
  readonly reconciliation: Reconciliation;
  readonly jobs: Jobs;
  readonly codes: Codes;
  /** On stages that have a sender. */
  readonly notices: Notices | undefined;
  readonly bounces: Bounces | undefined;
};

/** Tells a person when users are hurt, and shows how the stage is doing. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, props: Watched) {
    super(scope, id);
    const { stage, api, identity, functions, events, backOffice, reconciliation, jobs, codes, notices, bounces } =
      props;
    const notify = new SnsAction(alarmTopic(this, stage));
    const alarm = (name: string, metric: cloudwatch.Metric, threshold: number, alarmDescription: string) =>
      new cloudwatch.Alarm(this, name, {
        metric,
        threshold,
        alarmDescription,
        evaluationPeriods: 1,
        comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      }).addAlarmAction(notify);

    const serverErrors = api.stage.metricServerError({ period, statistic: 'Sum' });
    alarm('ServerErrors', serverErrors, 5, 'Users see "Oops, something went wrong", and what they sent may be lost.');
    for (const feature of features) {
      const fn = functions[feature];
      alarm(`${feature}-errors`, fn.metricErrors({ period }), 1, harm[feature]);
      alarm(
        `${feature}-throttles`,
        fn.metricThrottles({ period }),
        1,
        `${harm[feature]} Too many calls at once: some are turned away.`,
      );
    }
    for (const region of regionIds) {
      const errors = identity.pools[region].emails.metricErrors({ period });
      alarm(
        `emails-${region}-errors`,
        errors,
        1,
        `Staff of ${region} are sent no invitation and no code for a forgotten password.`,
      );
    }

    alarm(
      'reconciliation-errors',
      reconciliation.fn.metricErrors({ period }),
      1,
      'Users whom somebody has disabled, narrowed or deleted in Cognito itself may still work in the portal.',
    );
    alarm(
      'job-worker-errors',
      jobs.worker.metricErrors({ period }),
      1,
      'Admins wait for a job on many users that stands still.',
    );
    const late = backOffice.changes.metric('IteratorAge', { period, statistic: 'Maximum' });
    const waiting = events.reports.metricApproximateAgeOfOldestMessage({ period });
    const lost = (queue: sqs.Queue) => queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });
    alarm(
      'changes-late',
      late,
      period.toMilliseconds(),
      'The provider hears of new repairs and returns minutes late, and nobody finds them by searching.',
    );
    alarm(
      'changes-lost',
      lost(events.lostChanges),
      1,
      'The provider never hears of some repair or return, or of what has become of it, and nobody finds it by searching.',
    );
    alarm(
      'reports-late',
      waiting,
      period.toSeconds(),
      "The provider's reports about repairs and returns arrive minutes late: RMA numbers stay pending meanwhile.",
    );
    alarm(
      'reports-lost',
      lost(events.lostReports),
      1,
      "The provider's reports about repairs and returns no longer arrive: RMA numbers stay pending.",
    );

    const noCode = 'Staff who forgot their password wait for a code in vain. ';
    alarm(
      'codes-failed',
      codes.failures.metric({ period, statistic: 'Sum' }),
      1,
      `${noCode}Cognito, or its email, failed.`,
    );
    alarm('codes-lost', lost(codes.lost), 1, `${noCode}Cognito was too busy.`);

    alarm(
      'slices-lost',
      lost(jobs.lostSlices),
      1,
      'Users of a bulk job are neither invited nor changed, and the job does not end by itself: an admin has to stop it.',
    );

    if (notices) {
      alarm(
        'notices-late',
        notices.fn.metric('IteratorAge', { period, statistic: 'Maximum' }),
        period.toMilliseconds(),
        'Users whose password, roles or one-time codes have changed hear of it minutes late: whoever took over an account has that much more time.',
      );
      alarm(
        'notices-lost',
        lost(notices.lost),
        1,
        'Some user never hears that their password, roles or one-time codes have changed, perhaps by somebody else.',
      );
    }

    if (bounces)
      alarm(
        'bounces-lost',
        lost(bounces.lost),
        1,
        'An admin who looks why somebody cannot sign in is not told that emails to them come back.',
      );

    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: `retailer-support-portal-${stage.name}`,
      widgets: [
        [
          graph('Requests', [api.stage.metricCount({ period })]),
          graph('Refused and failed', [api.stage.metricClientError({ period, statistic: 'Sum' }), serverErrors]),
          graph('Latency', [
            api.stage.metricLatency({ period, statistic: 'p50' }),
            api.stage.metricLatency({ period, statistic: 'p99' }),
          ]),
        ],
        features.map((feature) =>
          graph(`Function: ${feature}`, [
            functions[feature].metricErrors({ period }),
            functions[feature].metricThrottles({ period }),
          ]),
        ),
        [
          graph('Changes told late (ms)', [late]),
          graph("The provider's reports waiting (s)", [waiting]),
          graph('Lost changes, reports and slices', [
            lost(events.lostChanges),
            lost(events.lostReports),
            lost(jobs.lostSlices),
          ]),
        ],
      ],
    });
  }
}

const graph = (title: string, left: cloudwatch.Metric[]) => new cloudwatch.GraphWidget({ title, left, width: 8 });

const alarmTopic = (scope: Construct, stage: Stage) => {
  const key = new kms.Key(scope, 'TopicKey', {
    description: 'Alarms of the retailer support portal',
    enableKeyRotation: true,
    removalPolicy: removalPolicy(stage),
  });
  const alarms = new iam.ServicePrincipal('cloudwatch.amazonaws.com', {
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });
  // Alarms cannot use the key that SNS brings along.
  key.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [alarms],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  const topic = new sns.Topic(scope, 'Alarms', { masterKey: key, enforceSSL: true });
  // A topic with a policy of its own, such as the one about TLS, no longer has the default that lets the account publish.
  topic.addToResourcePolicy(
    new iam.PolicyStatement({ principals: [alarms], actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
  topic.addSubscription(new EmailSubscription(stage.alarmEmail));
  return topic;
};
