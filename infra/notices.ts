import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Data } from './data.ts';
import { writersOf } from './emails-function.ts';
import { senderDomain } from './identity.ts';
import { portalFunction } from './portal-function.ts';
import { privateQueue } from './queues.ts';
import type { Stage } from './stages.ts';

/** Emails to whoever's password, roles or one-time codes have changed, and to admins of new ones, on stages that have a sender. */
export class Notices extends Construct {
  readonly fn: lambda.Function;
  /** Dead letters of the stream: where events stand that nobody could be told of. */
  readonly lost: sqs.Queue;

  constructor(
    scope: Construct,
    id: string,
    props: {
      stage: Stage;
      email: NonNullable<Stage['email']>;
      data: Pick<Data, 'tables' | 'grantChanges' | 'grantAdmins' | 'streamOf'>;
    },
  ) {
    super(scope, id);
    const { stage, email, data } = props;
    const sesRegion = email.sesRegion ?? stage.awsRegion;
    this.lost = privateQueue(this, 'Lost');
    this.fn = portalFunction(this, 'notices', {
      name: 'notices',
      description: 'notices',
      stage,
      environment: {
        STAGE: stage.name,
        EMAIL_FROM: email.from,
        SES_REGION: sesRegion,
        USERS_TABLE: data.tables.users.tableName,
        LOST_NOTICES_URL: this.lost.queueUrl,
        WRITERS: writersOf(stage),
      },
      // Ten emails of five seconds each, the longest that SES is waited for.
      timeout: Duration.seconds(60),
      // Nobody waits for it; its log and its alarms say what a trace would.
      tracing: lambda.Tracing.DISABLED,
      // For whoever hands it lost events again.
      deadLetters: this.lost,
    });
    iam.Grant.addToPrincipal({
      grantee: this.fn,
      actions: ['ses:SendEmail'],
      resourceArns: [
        Stack.of(this).formatArn({
          service: 'ses',
          region: sesRegion,
          resource: 'identity',
          resourceName: senderDomain(email.from),
        }),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': email.from } },
    });
    data.grantChanges(this.fn, 'audit');
    data.grantAdmins(this.fn);
    this.fn.addEventSourceMapping('audit', {
      eventSourceArn: data.streamOf('audit'),
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // As often as it takes: the function puts aside itself what no try would help.
      // Half of what a stream remembers, so that there is time to fetch a lost event from it.
      maxRecordAge: Duration.hours(12),
      onFailure: new SqsDlq(this.lost),
    });
  }
}
