import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

export const pages = [
  'README.md',
  'docs/commands.md',
  'docs/back-office.md',
  ...globSync('docs/runbooks/*.md', { cwd: root }),
];

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Returns the commands of a page in order: whole code blocks, and single commands in sentences. */
export const findCommandBlocks = (text: string): string[] =>
  [...text.matchAll(/^ *```sh\n([^]*?)^ *```|`((?:aws|npm|npx) [^`]+)`/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  );

export const findCommands = (typed: string): string[] =>
  typed.match(/(?<=^|[\s(])(aws [a-z0-9][a-z0-9-]* [a-z0-9-]+|npm (run )?[a-z0-9-]+( -- captcha)?)/gm) ?? [];

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
 * Commands that only AWS or a provider can run, with the reason; tests check only that the operation and its options
 * exist.
 */
export const awsOnlyCommands: Readonly<Record<string, string>> = {
  'aws cloudformation cancel-update-stack': 'nothing here is updated for long',
  'aws cloudformation continue-update-rollback': 'nothing here is rolled back',
  'aws cloudformation describe-stack-drift-detection-status': 'what is here cannot drift from its template',
  'aws cloudformation describe-stack-events': 'a stack here has no events',
  'aws cloudformation describe-stack-resource-drifts': 'what is here cannot drift from its template',
  'aws cloudformation detect-stack-drift': 'what is here cannot drift from its template',
  'aws cloudformation set-stack-policy': 'nothing here is updated that a policy could hold back',
  'aws cloudformation update-termination-protection': 'a stack here ends with its process',
  'aws cloudwatch describe-alarms': 'alarms are without effect here',
  'aws cloudwatch get-metric-statistics': 'functions here have no metrics',
  'aws cloudwatch set-alarm-state': 'alarms are without effect here',
  'aws cognito-idp create-group': 'the groups of the pools here are as the template has them',
  'aws cognito-idp list-user-pools': 'what a failed deployment leaves is not here',
  'aws dynamodb describe-continuous-backups': 'the database remembers nothing but now',
  'aws dynamodb list-backups': 'the database keeps nothing of a deleted table',
  'aws dynamodb restore-table-from-backup': 'the database keeps nothing of a deleted table',
  'aws dynamodb update-continuous-backups': 'the database remembers nothing but now',
  'aws events disable-rule': 'rules here are as the template has them',
  'aws events enable-rule': 'rules here are as the template has them',
  'aws events list-rules': 'rules here are as the template has them',
  'aws lambda get-account-settings': 'there is no account here',
  'aws lambda get-event-source-mapping': 'queues here are always consumed',
  'aws lambda list-event-source-mappings': 'queues here are always consumed',
  'aws lambda update-event-source-mapping': 'queues here are always consumed',
  'aws logs describe-log-groups': 'logs here are files',
  'aws s3api copy-object': 'buckets here have no versions',
  'aws s3api list-object-versions': 'buckets here have no versions',
  'aws service-quotas list-service-quotas': 'there is no account here',
  'aws sns confirm-subscription': 'nobody is sent an alarm here',
  'aws sns list-subscriptions': 'nobody is sent an alarm here',
  'aws sts get-caller-identity': 'there is no account here',
  'npm run cdk': 'it is what deploys to AWS',
  'npm run contract': 'with a stage it calls AWS; without one it is a test of its own',
  'npm run secrets -- captcha': "the provider's check has no stand-in here",
};
