import type { Permission } from '../enforcing-proxy.ts';

// There are no permissions for batches: they need what their parts need.
const actionOf = (operation: string) =>
  `sqs:${operation.replace(/^(SendMessage|DeleteMessage|ChangeMessageVisibility)Batch$/, '$1')}`;

/** The name of a queue out of its URL, wherever that leads. */
export const queueNameOf = (url: unknown): string => String(url).replace(/\/+$/, '').split('/').at(-1) ?? '';

/** What an SQS call needs; `queuesArn` is the ARN that queue names are put behind. */
export const neededPermissions = (
  operation: string,
  { QueueUrl, QueueName }: Record<string, unknown>,
  queuesArn: string,
): Permission[] => {
  const name = QueueName ?? (QueueUrl === undefined ? undefined : queueNameOf(QueueUrl));
  return [{ action: actionOf(operation), resource: name === undefined ? '*' : `${queuesArn}:${String(name)}` }];
};
