import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Pages of which every command is run or checked by a test. */
export const pages = [
  'README.md',
  'docs/commands.md',
  'docs/back-office.md',
  ...globSync('docs/runbooks/*.md', { cwd: root }),
];

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Returns the commands of a page in order: whole code blocks, and single commands within sentences. */
export const findCommandBlocks = (text: string): string[] =>
  [...text.matchAll(/^ *```sh\n([^]*?)^ *```|`((?:aws|npm|npx) [^`]+)`/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  );

export const findCommands = (block: string): string[] =>
  block.match(/(?<=^|[\s(])(aws [a-z0-9][a-z0-9-]* [a-z0-9-]+|npm (run )?[a-z0-9-]+( -- captcha)?)/gm) ?? [];

/** Operations of each program or service that the tests run against the emulators. */
const operationsByProgram = {
  'aws backup': 'list-recovery-points-by-backup-vault start-backup-job start-restore-job describe-restore-job',
  'aws cloudformation': 'describe-stacks list-stack-resources',
  'aws dynamodb':
    'describe-table get-item list-tables restore-table-to-point-in-time update-table update-time-to-live wait',
  'aws events': 'put-events',
  'aws secretsmanager': 'describe-secret get-secret-value',
  'aws sqs': 'get-queue-attributes',
  'npm run': 'create-user users forget records letters stage secrets',
};
export const emulatedCommands = Object.entries(operationsByProgram).flatMap(([program, names]) =>
  names.split(' ').map((name) => `${program} ${name}`),
);

/**
 * Commands that only AWS or a provider can run, each with the reason. For these, tests only check that the operation and its
 * options exist.
 */
export const awsOnlyCommands: Readonly<Record<string, string>> = {
  'aws cloudformation cancel-update-stack': 'the local cloud has no stack updates in progress',
  'aws cloudformation continue-update-rollback': 'the local cloud rolls no stack back',
  'aws cloudformation describe-stack-drift-detection-status': 'local resources cannot drift from their template',
  'aws cloudformation describe-stack-events': 'local stacks have no events',
  'aws cloudformation describe-stack-resource-drifts': 'local resources cannot drift from their template',
  'aws cloudformation detect-stack-drift': 'local resources cannot drift from their template',
  'aws cloudformation set-stack-policy': 'the local cloud updates no resource that a policy could protect',
  'aws cloudformation update-termination-protection': 'a local stack ends with its process',
  'aws cloudwatch describe-alarms': 'alarms have no effect locally',
  'aws cloudwatch get-metric-statistics': 'local functions have no metrics',
  'aws cloudwatch set-alarm-state': 'alarms have no effect locally',
  'aws cognito-idp create-group': 'the groups of local pools come from the template',
  'aws cognito-idp list-user-pools': 'the local cloud has no remains of failed deployments',
  'aws dynamodb describe-continuous-backups': 'the local database has no earlier states',
  'aws dynamodb list-backups': 'the local database has no backups of deleted tables',
  'aws dynamodb restore-table-from-backup': 'the local database has no backups of deleted tables',
  'aws dynamodb update-continuous-backups': 'the local database has no earlier states',
  'aws events disable-rule': 'local rules come from the template',
  'aws events enable-rule': 'local rules come from the template',
  'aws events list-rules': 'local rules come from the template',
  'aws lambda get-account-settings': 'there is no local account',
  'aws lambda get-event-source-mapping': 'local queues are always consumed',
  'aws lambda list-event-source-mappings': 'local queues are always consumed',
  'aws lambda update-event-source-mapping': 'local queues are always consumed',
  'aws logs describe-log-groups': 'local logs are files',
  'aws s3api copy-object': 'local buckets have no versions',
  'aws s3api list-object-versions': 'local buckets have no versions',
  'aws service-quotas list-service-quotas': 'there is no local account',
  'aws sns confirm-subscription': 'no alarm is sent locally',
  'aws sns list-subscriptions': 'no alarm is sent locally',
  'aws sts get-caller-identity': 'there is no local account',
  'npm run cdk': 'the command deploys to AWS',
  'npm run contract': 'with a stage it calls AWS; without one it is a separate test',
  'npm run secrets -- captcha': "the provider's check is not emulated",
};
