import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Alarm } from '#infra/monitoring/alarms.ts';
import { createErrorMetric } from '#infra/monitoring/alarms.ts';
import type { Stage } from '#infra/stages.ts';
import type { EmailSender } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { Bounces } from './bounces.ts';
import { createPortalFunction } from './portal-function.ts';

/**
 * Returns the lines of the sender's name and address (`lines`) and the contact for questions (`ask`) per region, as
 * JSON. Where the legal texts are external, it has no lines, and the contact is the support URL.
 */
const createEmailSenders = ({ provider, regions }: Stage): string =>
  JSON.stringify(
    createByRegion((id): EmailSender => {
      const { legal, supportUrl } = regions[id];
      if (legal) return { lines: [], ask: supportUrl.replace('https://', '') };
      return { lines: [provider.name, ...provider.address], ask: provider.email };
    }),
  );

/** Returns the domain of a sender: SES verifies the domain, which then allows every address in it. */
export const toSenderDomain = (from: string) => from.replace(/^.*@/, '');

type SenderProps = {
  readonly stage: Stage;
  readonly email: NonNullable<Stage['email']>;
  readonly bounces: Bounces | undefined;
};

const findSesRegion = ({ stage, email }: SenderProps) => email.sesRegion ?? stage.awsRegion;

/** Returns the variables of a function that sends emails by SES. */
export const createSenderVariables = (props: SenderProps) => {
  const configurationSet = props.bounces?.configurationSet.configurationSetName;
  return {
    EMAIL_FROM: props.email.from,
    SES_REGION: findSesRegion(props),
    ...(configurationSet && { CONFIGURATION_SET: configurationSet }),
    WRITERS: createEmailSenders(props.stage),
  };
};

/** Grants sending emails by SES from the stage's sender, and from no other. */
export const grantSendingEmails = (fn: lambda.Function, props: SenderProps): void => {
  const { email, bounces } = props;
  const configurationSet = bounces?.configurationSet.configurationSetName;
  const toSesArn = (resource: string, resourceName: string) =>
    Stack.of(fn).formatArn({ service: 'ses', region: findSesRegion(props), resource, resourceName });
  iam.Grant.addToPrincipal({
    grantee: fn,
    actions: ['ses:SendEmail'],
    resourceArns: [
      toSesArn('identity', toSenderDomain(email.from)),
      ...(configurationSet ? [toSesArn('configuration-set', configurationSet)] : []),
    ],
    conditions: { StringEquals: { 'ses:FromAddress': email.from } },
  });
};

/**
 * Creates the function that writes Cognito's emails to a region's users. It calls no service and only needs its log.
 */
export const createEmailsFunction = (scope: Construct, region: RegionId, stage: Stage): lambda.Function =>
  createPortalFunction(scope, 'cognito-messages', {
    id: `emails-${region}`,
    description: `emails of ${region}`,
    stage,
    environment: {
      REGION: region,
      WRITERS: createEmailSenders(stage),
      // CloudFront's host name is not known yet, because the pools are created before the distribution.
      ...(stage.domain && { SITE_URL: `https://${stage.domain.name}` }),
    },
    // Cognito waits five seconds for a trigger.
    timeout: Duration.seconds(5),
  });

export const createEmailsAlarm = (region: RegionId, fn: lambda.Function): Alarm => ({
  name: `${region}-emails-failing`,
  section: 'emails-failing',
  harm: `Staff of ${region} are sent no invitation and no code for a forgotten password.`,
  metric: createErrorMetric(fn),
});
