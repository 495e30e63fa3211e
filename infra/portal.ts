import type { StackProps, CfnResource } from 'aws-cdk-lib';
import { CfnOutput, Fn, Stack } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { regionIds } from '#shared/config/regions.ts';
import { tableNames } from '#shared/config/tables.ts';
import { Api } from './api.ts';
import { Backups } from './backups.ts';
import { Data } from './data.ts';
import type { Edge } from './edge.ts';
import { Files } from './files.ts';
import { BackOffice } from './functions/back-office.ts';
import { Bounces, receivesBounces } from './functions/bounces.ts';
import { Canary } from './functions/canary.ts';
import { Codes } from './functions/codes.ts';
import { DailyEmails } from './functions/daily-emails.ts';
import { Features } from './functions/features.ts';
import { Jobs } from './functions/job-worker.ts';
import { Notices } from './functions/notices.ts';
import { Reconciliation } from './functions/reconciliation.ts';
import { Identity } from './identity.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { outputs } from './outputs.ts';
import { createAccessLogsBucket } from './private-bucket.ts';
import { createLogGroup } from './retention.ts';
import { Secrets } from './secrets.ts';
import type { Stage } from './stages.ts';
import { toStackEnvironment } from './stages.ts';
import { Website } from './website.ts';

/** Construct ID under which CDK adds its bucket-emptying provider to a stack. */
const emptyingProviderId = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * Gives CDK's bucket-emptying function a log group of the stack; the one that Lambda creates would outlive the stack.
 */
const addEmptyingLog = (stack: Stack, stage: Stage): void => {
  const log = createLogGroup(stack, 'EmptyingLog', stage);
  const provider = stack.node.findChild(emptyingProviderId).node;
  const handler = provider.findChild('Handler') as CfnResource;
  const role = provider.findChild('Role') as CfnResource;
  handler.addPropertyOverride('LoggingConfig', { LogFormat: 'JSON', LogGroup: log.logGroupName });
  role.addPropertyDeletionOverride('ManagedPolicyArns');
  role.addPropertyOverride('Policies', [
    {
      PolicyName: 'Log',
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: log.logGroupArn },
        ],
      },
    },
  ]);
};

/** Stack of one stage's portal: its capabilities, each after those it depends on. */
export class Portal extends Stack {
  readonly website: Website;
  readonly accessLogs: IBucket;

  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage; edge: Edge; pageFolder: string }) {
    super(scope, id, { ...props, env: toStackEnvironment(props.stage, props.stage.awsRegion) });
    const { stage, edge, pageFolder } = props;

    const data = new Data(this, 'Data', { stage });
    const backups = stage.backups ? new Backups(this, 'Backups', { stage, data }) : undefined;
    const bounces = receivesBounces(stage) ? new Bounces(this, 'Bounces', { stage, data }) : undefined;
    const identity = new Identity(this, 'Identity', { stage, bounces });
    const secrets = new Secrets(this, 'Secrets', { stage, identity });
    const jobs = new Jobs(this, 'Jobs', { stage, identity, data });
    const codes = new Codes(this, 'Codes', { stage, identity, secrets });
    const { functions } = new Features(this, 'Features', { stage, identity, data, secrets, jobs, codes });
    const backOffice = new BackOffice(this, 'BackOffice', { stage, data });
    const reconciliation = new Reconciliation(this, 'Reconciliation', { stage, identity, data });
    const notices = stage.email && new Notices(this, 'Notices', { stage, email: stage.email, data, bounces });
    const api = new Api(this, 'Api', { stage, functions });
    const accessLogs = createAccessLogsBucket(this, stage);
    this.accessLogs = accessLogs;
    const website = new Website(this, 'Website', { stage, edge, api, secrets, accessLogs, pageFolder });
    this.website = website;
    // Deploys pages after the functions: new pages may send inputs that older functions reject.
    website.pages.node.addDependency(api.stage, ...Object.values(functions));
    const files = new Files(this, 'Files', { stage, siteUrl: website.url, accessLogs });
    files.grantReading(functions['return-files'], 'returns');
    files.grantReading(functions['user-files'], 'users');
    addEmptyingLog(this, stage);
    // Requires reports of bounces and complaints; otherwise users who reported an email as spam would still get emails.
    const dailyEmails =
      bounces &&
      stage.email &&
      new DailyEmails(this, 'DailyEmails', {
        stage,
        email: stage.email,
        identity,
        data,
        secrets,
        bounces,
        siteUrl: website.url,
      });
    const canary = new Canary(this, 'Canary', { stage, data, siteUrl: website.url });
    const background = [codes, reconciliation, jobs, notices, bounces, dailyEmails, backups].filter(
      (construct) => construct !== undefined,
    );
    const { rollbackAlarms } = new Monitoring(this, 'Monitoring', {
      stage,
      data,
      api,
      identity,
      functions,
      canary,
      backOffice,
      jobs,
      codes,
      background,
    });

    const addOutput = (name: string, value: string) => new CfnOutput(this, name, { value });
    addOutput(outputs.siteUrl, website.url);
    for (const name of tableNames) addOutput(outputs.table(name), data.tables[name].tableName);
    addOutput(outputs.eventBus, backOffice.bus.eventBusName);
    if (backOffice.reader) addOutput(outputs.backOfficeRole, backOffice.reader.roleArn);
    if (backups) {
      addOutput(outputs.backupVault, backups.vault.backupVaultName);
      addOutput(outputs.backupRole, backups.backupRole.roleArn);
      addOutput(outputs.restoreRole, backups.restoreRole.roleArn);
    }
    addOutput(outputs.originSecret, secrets.origin.secretArn);
    addOutput(outputs.captchaSecret, secrets.captcha.secretArn);
    addOutput(outputs.rollbackAlarms, Fn.join(' ', [...rollbackAlarms]));
    for (const region of regionIds) {
      const { pool, client } = identity.pools[region];
      addOutput(outputs.userPoolId(region), pool.userPoolId);
      addOutput(outputs.userPoolClientId(region), client.userPoolClientId);
    }
  }
}
