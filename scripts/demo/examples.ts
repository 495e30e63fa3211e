import type { Endpoint, LocalCloud } from '../local-cloud/local-cloud.ts';

/** A call that anybody may try: as the AWS CLI is told, and as the SDK names it. */
export type Example = {
  readonly service: Exclude<Endpoint, 'BACKUP'>;
  /** What follows `aws --endpoint-url …`. */
  readonly command: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** One call for each emulated service, with names that are there; vaults are not. */
export const examples = ({
  bucketNames,
  secretNames: [secret = ''],
}: Pick<LocalCloud, 'bucketNames' | 'secretNames'>): readonly Example[] => {
  // The site's, where there is one: others may be empty.
  const bucket = bucketNames.find((name) => name.includes('website')) ?? bucketNames[0] ?? '';
  const event = { Source: 'example', DetailType: 'Tried', Detail: '{}' };
  const email = {
    FromEmailAddress: 'portal@support.example',
    Destination: { ToAddresses: ['somebody@store.example'] },
    Content: { Simple: { Subject: { Data: 'Tried' }, Body: { Text: { Data: 'It works.' } } } },
  };
  return [
    { service: 'DYNAMODB', command: 'dynamodb list-tables', operation: 'ListTables', input: {} },
    {
      service: 'COGNITO_IDENTITY_PROVIDER',
      command: 'cognito-idp list-user-pools --max-results 10',
      operation: 'ListUserPools',
      input: { MaxResults: 10 },
    },
    { service: 'S3', command: `s3 ls s3://${bucket}`, operation: 'ListObjectsV2', input: { Bucket: bucket } },
    {
      service: 'SECRETS_MANAGER',
      command: `secretsmanager get-secret-value --secret-id ${secret}`,
      operation: 'GetSecretValue',
      input: { SecretId: secret },
    },
    { service: 'SQS', command: 'sqs list-queues', operation: 'ListQueues', input: {} },
    {
      service: 'EVENTBRIDGE',
      command: `events put-events --entries '${JSON.stringify([event])}'`,
      operation: 'PutEvents',
      input: { Entries: [event] },
    },
    {
      service: 'SESV2',
      command: `sesv2 send-email --cli-input-json '${JSON.stringify(email)}'`,
      operation: 'SendEmail',
      input: email,
    },
    { service: 'CLOUDFORMATION', command: 'cloudformation describe-stacks', operation: 'DescribeStacks', input: {} },
  ];
};

/** What a terminal needs before these calls, as it is typed into a POSIX shell. */
export const exampleEnvironment = (region: string): string =>
  // Version 1 of the AWS CLI knows the second name of the region only.
  `export AWS_REGION=${region} AWS_DEFAULT_REGION=${region} AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local`;

/** The whole line that an example is in a terminal. */
export const commandLine = ({ service, command }: Example, endpoints: LocalCloud['endpoints']): string =>
  `aws --endpoint-url ${endpoints[service]} ${command}`;
