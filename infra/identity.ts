import { Duration, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import { roles } from '#shared/users/groups.ts';
import type { Bounces } from './functions/bounces.ts';
import { createEmailsFunction, toSenderDomain } from './functions/emails.ts';
import { toDataRemovalPolicy } from './retention.ts';
import type { Stage } from './stages.ts';
import { toGroupNames, toSettingsName } from './stages.ts';

const { session } = limits;

export class Identity extends Construct {
  readonly pools: Record<
    RegionId,
    {
      readonly pool: cognito.UserPool;
      readonly client: cognito.UserPoolClient;
      /** Trigger that writes the emails of the pool. */
      readonly emailsFunction: lambda.Function;
    }
  >;

  constructor(scope: Construct, id: string, props: { stage: Stage; bounces: Bounces | undefined }) {
    super(scope, id);
    const entries = regionIds.map((region) => {
      const emailsFunction = createEmailsFunction(this, region, props.stage);
      const pool = createPool(this, region, props, emailsFunction);
      return [region, { pool, client: addClient(pool), emailsFunction }] as const;
    });
    this.pools = Object.fromEntries(entries) as typeof this.pools;

    Validations.of(this).acknowledge(
      {
        id: 'AwsSolutions-COG2',
        reason:
          'MFA is optional for staff, who share a counter. Where the stage requires it, admins have no admin rights until they have set it up.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'The Plus plan rates the IP address of a sign-in, which here is always that of a Lambda function, behind a captcha and a count of attempts.',
      },
    );
  }

  grant(grantee: iam.IGrantable, actions: readonly string[]) {
    iam.Grant.addToPrincipal({
      grantee,
      actions: actions.map((action) => `cognito-idp:${action}`),
      resourceArns: regionIds.map((region) => this.pools[region].pool.userPoolArn),
    });
  }
}

const createPool = (
  scope: Construct,
  region: RegionId,
  { stage, bounces }: { readonly stage: Stage; readonly bounces: Bounces | undefined },
  emailsFunction: lambda.Function,
) => {
  const pool = new cognito.UserPool(scope, `Pool-${region}`, {
    userPoolName: `retailer-support-portal-${stage.name}-${region}`,
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // Declares no attributes: with a `Schema`, Cognito may refuse later updates of the pool (aws/aws-cdk#8585). The email
    // identifies a user, so neither the portal nor a user's own token (`writeAttributes`) may change it.
    accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
    // Any user may set up an authenticator app; whether admins must is a stage setting, enforced on each request.
    mfa: cognito.Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    lambdaTriggers: { customMessage: emailsFunction },
    ...(stage.email && { email: cognito.UserPoolEmail.withSES(toSender(stage.email, bounces)) }),
    // Refresh token rotation requires this plan.
    featurePlan: cognito.FeaturePlan.ESSENTIALS,
    passwordPolicy: {
      minLength: limits.password.minLength,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(limits.invitationDays),
    },
    deletionProtection: stage.keepsData,
    removalPolicy: toDataRemovalPolicy(stage),
  });
  addGroups(pool, region, stage, stage.groupNames);
  if (stage.formerGroupNames) addGroups(pool, region, stage, stage.formerGroupNames);
  return pool;
};

const addGroups = (pool: cognito.UserPool, region: RegionId, stage: Stage, names: Stage['groupNames']) => {
  const originalNames = toGroupNames(toSettingsName(stage.name));
  for (const group of [...roles, regions[region].group]) {
    const groupName = names[group];
    // A renamed group gets another construct ID, so that the old group keeps its members until they are moved.
    pool.addGroup(groupName === originalNames[group] ? group : groupName, { groupName });
  }
};

const toSender = ({ from, sesRegion }: NonNullable<Stage['email']>, bounces: Bounces | undefined) => ({
  fromEmail: from,
  ...(bounces && { configurationSetName: bounces.configurationSet.configurationSetName }),
  sesVerifiedDomain: toSenderDomain(from),
  ...(sesRegion && { sesRegion }),
});

const addClient = (pool: cognito.UserPool) =>
  pool.addClient('Client', {
    userPoolClientName: 'portal',
    generateSecret: true,
    // Only the server can start a sign-in, so the captcha cannot be bypassed.
    authFlows: { adminUserPassword: true },
    disableOAuth: true,
    // Lists the attributes that users can write with their own token. An empty list would allow all attributes, so the
    // list contains one that the portal never reads.
    writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ locale: true }),
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    authSessionValidity: Duration.minutes(session.setPasswordMinutes),
    accessTokenValidity: Duration.minutes(session.accessTokenMinutes),
    idTokenValidity: Duration.minutes(session.accessTokenMinutes),
    refreshTokenValidity: Duration.hours(session.absoluteHours),
    refreshTokenRotationGracePeriod: Duration.seconds(session.refreshGraceSeconds),
  });
