import { Aws, Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { toStackName } from '#infra/outputs.ts';
import { toRemovalPolicy } from '#infra/retention.ts';
import type { Stage } from '#infra/stages.ts';

export const fiveMinutes = Duration.minutes(5);

/** Period in which failures of a rarely used feature add up, while a single failure doesn't count. */
export const fifteenMinutes = Duration.minutes(15);

export type Alarm = {
  readonly name: string;
  /** Effect on users; the description of the alarm starts with it. */
  readonly harm: string;
  /** Heading in docs/runbooks/alarms.md; the name of the alarm by default. */
  readonly section?: string;
  readonly metric: cloudwatch.IMetric;
  /** Value (1 by default) at or above which the alarm fires; with `firesBelow`, the value under which it fires. */
  readonly threshold?: number;
  readonly firesBelow?: boolean;
  /** Number of periods that must breach the threshold, out of the latest evaluated ones; 1 of 1 by default. */
  readonly periods?: readonly [breaching: number, evaluated: number];
  /**
   * `alarm` notifies when data stop arriving; `breach` treats missing data as a breach of the threshold, even before the
   * first data point.
   */
  readonly onMissingData?: 'alarm' | 'breach';
  /** Reports a single event, so that the end of the alarm is not notified. */
  readonly isEvent?: boolean;
  /** Makes the alarm part of the composite alarm `users-are-hurt`, since users are affected while it fires. */
  readonly affectsUsers?: boolean;
  /** Creates the alarm even on stages with essential alarms only, since nothing else would report the loss of data. */
  readonly isEssential?: boolean;
  /** Rolls back a deployment during which it fires. CloudFormation monitors at most five alarms. */
  readonly triggersRollback?: boolean;
};

export const createErrorMetric = (fn: lambda.Function) => fn.metricErrors({ period: fiveMinutes });

/** Age of the oldest stream record that the function has not yet processed, in milliseconds. */
export const createIteratorAgeMetric = (fn: lambda.Function) =>
  fn.metric('IteratorAge', { period: fiveMinutes, statistic: 'Maximum' });

export class Alarms extends Construct {
  private readonly stage: Stage;
  private topicAction: SnsAction | undefined;
  private readonly userImpactAlarms: cloudwatch.Alarm[] = [];
  /** Alarms that CloudFormation monitors during a deployment. */
  readonly rollbackAlarms: cloudwatch.Alarm[] = [];

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    this.stage = props.stage;
  }

  /** Creates the topic with the first alarm, so that recipients do not have to confirm a subscription to an unused topic. */
  private getTopicAction() {
    this.topicAction ??= new SnsAction(createAlarmTopic(this, this.stage));
    return this.topicAction;
  }

  addAlarm({ name, harm, metric, threshold = 1, periods: [breaching, evaluated] = [1, 1], ...rest }: Alarm): void {
    const {
      section = name,
      firesBelow = false,
      onMissingData,
      isEvent = false,
      affectsUsers = false,
      triggersRollback = false,
      isEssential = triggersRollback,
    } = rest;
    if (this.stage.alarms === 'essential' && !isEssential) return;
    const alarm = new cloudwatch.Alarm(this, name, {
      ...this.toAlarmTexts(name, section, harm),
      metric,
      threshold,
      datapointsToAlarm: breaching,
      evaluationPeriods: evaluated,
      comparisonOperator: firesBelow
        ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: toMissingDataTreatment(onMissingData),
    });
    alarm.addAlarmAction(this.getTopicAction());
    if (!isEvent) alarm.addOkAction(this.getTopicAction());
    if (onMissingData === 'alarm') alarm.addInsufficientDataAction(this.getTopicAction());
    if (affectsUsers) this.userImpactAlarms.push(alarm);
    if (triggersRollback) this.rollbackAlarms.push(alarm);
  }

  addUserImpactAlarm(): void {
    const name = 'users-are-hurt';
    const { alarmName, alarmDescription } = this.toAlarmTexts(
      name,
      name,
      'Users cannot do their work right now. Another alarm says which part of it.',
    );
    const composite = new cloudwatch.CompositeAlarm(this, name, {
      compositeAlarmName: alarmName,
      alarmDescription,
      alarmRule: cloudwatch.AlarmRule.anyOf(
        ...this.userImpactAlarms.map((alarm) => cloudwatch.AlarmRule.fromAlarm(alarm, cloudwatch.AlarmState.ALARM)),
      ),
    });
    composite.addAlarmAction(this.getTopicAction());
    composite.addOkAction(this.getTopicAction());
  }

  private toAlarmTexts(name: string, section: string, harm: string) {
    return {
      alarmName: `${toStackName(this.stage.name)}-${name}`,
      alarmDescription: `${harm} Runbook: ${this.stage.runbooks}/alarms.md#${section}`,
    };
  }
}

const toMissingDataTreatment = (onMissingData: Alarm['onMissingData']) => {
  switch (onMissingData) {
    case 'alarm':
      return cloudwatch.TreatMissingData.MISSING;
    case 'breach':
      return cloudwatch.TreatMissingData.BREACHING;
    case undefined:
      return cloudwatch.TreatMissingData.NOT_BREACHING;
  }
};

const alarmsPrincipal = new iam.ServicePrincipal('cloudwatch.amazonaws.com', {
  conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
});

const createAlarmTopic = (scope: Construct, stage: Stage) => {
  const key = stage.customerKeys ? createTopicKey(scope, stage) : undefined;
  const topic = new sns.Topic(scope, 'Topic', { ...(key && { masterKey: key }), enforceSSL: true });
  // The policy that enforces TLS replaces the topic's default policy, which would let the account publish.
  topic.addToResourcePolicy(
    new iam.PolicyStatement({ principals: [alarmsPrincipal], actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
  topic.addSubscription(new EmailSubscription(stage.alarmEmail));
  for (const url of stage.alarmEndpoints) topic.addSubscription(new UrlSubscription(url));
  return topic;
};

const createTopicKey = (scope: Construct, stage: Stage) => {
  const key = new kms.Key(scope, 'TopicKey', {
    description: 'Alarms of the retailer support portal',
    enableKeyRotation: true,
    removalPolicy: toRemovalPolicy(stage),
  });
  // CloudWatch alarms cannot use SNS's AWS managed key.
  key.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [alarmsPrincipal],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  return key;
};
