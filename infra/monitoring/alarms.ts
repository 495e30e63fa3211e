import { Aws, Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { stackName } from '#infra/outputs.ts';
import { removalPolicy } from '#infra/retention.ts';
import type { Stage } from '#infra/stages.ts';

export const minutes5 = Duration.minutes(5);

/** Where a rare feature's failures still add up, and one person's mishap doesn't count. */
export const minutes15 = Duration.minutes(15);

export type Alarm = {
  readonly name: string;
  readonly harm: string;
  readonly section?: string;
  readonly metric: cloudwatch.IMetric;
  /** It rings at this value, the first of what it counts where nothing is said, or, with `below`, below it. */
  readonly threshold?: number;
  readonly below?: boolean;
  /** In how many periods of how many it has to be so. */
  readonly periods?: readonly [number, number];
  readonly ringsWhenSilent?: boolean;
  /** Whether users notice right now: what the alarm "users are hurt" is made of. */
  readonly hurts?: boolean;
  /** Rings on light stages, too: something is lost, and nothing else would say so. */
  readonly isEssential?: boolean;
  /** Whether a deployment during which it rings is taken back. CloudFormation watches five alarms at most. */
  readonly rollsBack?: boolean;
};

export const failures = (fn: lambda.Function) => fn.metricErrors({ period: minutes5 });

/** How far behind a stream a function is, in milliseconds. */
export const iteratorAge = (fn: lambda.Function) =>
  fn.metric('IteratorAge', { period: minutes5, statistic: 'Maximum' });

export class Alarms extends Construct {
  private readonly stage: Stage;
  private topic: SnsAction | undefined;
  private readonly hurting: cloudwatch.Alarm[] = [];
  /** What CloudFormation watches while it deploys. */
  readonly rollingBack: cloudwatch.Alarm[] = [];

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    this.stage = props.stage;
  }

  /** Made with the first alarm: nobody confirms an address that is told nothing. */
  private get notify() {
    this.topic ??= new SnsAction(alarmTopic(this, this.stage));
    return this.topic;
  }

  addAlarm({ name, harm, metric, threshold = 1, periods: [breaching, of] = [1, 1], ...rest }: Alarm): void {
    const {
      section = name,
      below = false,
      ringsWhenSilent = false,
      hurts = false,
      rollsBack = false,
      isEssential = rollsBack,
    } = rest;
    if (this.stage.alarms === 'essential' && !isEssential) return;
    const alarm = new cloudwatch.Alarm(this, name, {
      ...this.texts(name, section, harm),
      metric,
      threshold,
      datapointsToAlarm: breaching,
      evaluationPeriods: of,
      comparisonOperator: below
        ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: ringsWhenSilent
        ? cloudwatch.TreatMissingData.MISSING
        : cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.notify);
    if (ringsWhenSilent) alarm.addInsufficientDataAction(this.notify);
    if (hurts) this.hurting.push(alarm);
    if (rollsBack) this.rollingBack.push(alarm);
  }

  ringWhenUsersAreHurt(): void {
    const name = 'users-are-hurt';
    const { alarmName, alarmDescription } = this.texts(
      name,
      name,
      'Users cannot do their work right now. Another alarm says which part of it; this one also says when it is over.',
    );
    const composite = new cloudwatch.CompositeAlarm(this, name, {
      compositeAlarmName: alarmName,
      alarmDescription,
      alarmRule: cloudwatch.AlarmRule.anyOf(
        ...this.hurting.map((alarm) => cloudwatch.AlarmRule.fromAlarm(alarm, cloudwatch.AlarmState.ALARM)),
      ),
    });
    composite.addAlarmAction(this.notify);
    composite.addOkAction(this.notify);
  }

  private texts(name: string, section: string, harm: string) {
    return {
      alarmName: `${stackName(this.stage.name)}-${name}`,
      alarmDescription: `${harm} Runbook: ${this.stage.runbooks}/alarms.md#${section}`,
    };
  }
}

const alarms = new iam.ServicePrincipal('cloudwatch.amazonaws.com', {
  conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
});

const alarmTopic = (scope: Construct, stage: Stage) => {
  const key = stage.customerKeys ? topicKey(scope, stage) : undefined;
  const topic = new sns.Topic(scope, 'Topic', { ...(key && { masterKey: key }), enforceSSL: true });
  // A topic with a policy of its own, such as the one about TLS, no longer has the default that lets the account publish.
  topic.addToResourcePolicy(
    new iam.PolicyStatement({ principals: [alarms], actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
  topic.addSubscription(new EmailSubscription(stage.alarmEmail));
  return topic;
};

const topicKey = (scope: Construct, stage: Stage) => {
  const key = new kms.Key(scope, 'TopicKey', {
    description: 'Alarms of the retailer support portal',
    enableKeyRotation: true,
    removalPolicy: removalPolicy(stage),
  });
  // Alarms cannot use the key that SNS brings along.
  key.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [alarms],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  return key;
};
