import * as z from 'zod/mini';
import { serverAccount } from '../fauxqs.ts';
import { queueNameOf } from './permissions.ts';

/** Queues are known to the server in its own account, and to everybody else in the account of the local cloud. */
export type Account = { readonly region: string; readonly accountId: string };

/** What queue names are put behind. */
export const queuesArn = ({ region, accountId }: Account): string => `arn:aws:sqs:${region}:${accountId}`;

const arns = (accountId: string) => new RegExp(`(arn:aws:sqs:[a-z0-9-]+:)${accountId}(?=:)`, 'g');

/** The text with the ARNs of its queues as the server knows them. */
export const toServer = (text: string, { accountId }: Account): string =>
  text.replace(arns(accountId), `$1${serverAccount}`);

/** The text with the ARNs of its queues as everybody else knows them. */
const fromServer = (text: string, { accountId }: Account): string =>
  text.replace(arns(serverAccount), `$1${accountId}`);

const answer = z.looseObject({ QueueUrl: z.optional(z.string()), QueueUrls: z.optional(z.array(z.string())) });

/** An answer of the server with its queues' URLs and ARNs as everybody else knows them; messages are left alone. */
export const rewriteAnswer = (
  operation: string,
  account: Account,
  urlOf: (name: string) => string,
): ((text: string) => string) | undefined => {
  if (operation === 'GetQueueAttributes') return (text) => fromServer(text, account);
  if (!['GetQueueUrl', 'ListQueues'].includes(operation)) return undefined;
  const local = (url: string) => urlOf(queueNameOf(url));
  return (text) => {
    const { QueueUrl, QueueUrls, ...rest } = answer.parse(JSON.parse(text));
    return JSON.stringify({
      ...rest,
      ...(QueueUrl !== undefined && { QueueUrl: local(QueueUrl) }),
      ...(QueueUrls && { QueueUrls: QueueUrls.map(local) }),
    });
  };
};
