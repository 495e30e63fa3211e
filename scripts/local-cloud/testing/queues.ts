import { SQS } from '@aws-sdk/client-sqs';
import { startServer } from '../fauxqs.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { createIam } from '../iam/iam.ts';
import { sqsProxy } from '../sqs/proxy.ts';
import { createQueues } from '../sqs/queues.ts';
import { closeAtEnd, freshFolder, reaching, served } from './opened.ts';

const account = { region: 'eu-central-1', accountId: '000000000000' };

/** Starts SQS on a folder, with its own IAM roles. */
export const queuesForTest = async (folder = freshFolder()) => {
  const server = await startServer(account.region, folder);
  const queues = createQueues(server.endpoint, account);
  const iam = createIam(() => {});
  const urlOf = (name: string): string => `${endpoint}/${account.accountId}/${name}`;
  const endpoint = await served(sqsProxy({ endpoint: server.endpoint, queues, urlOf, ...account, ...iam }));
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    queues.close();
    await server.stop();
  };
  closeAtEnd(close);

  return {
    queues,
    iam,
    endpoint,
    /** Endpoint of the queue server without policy checks. */
    serverEndpoint: server.endpoint,
    urlOf,
    arnOf: (name: string) => `arn:aws:sqs:${account.region}:${account.accountId}:${name}`,
    /** Creates a client that acts as a role with the given statements. */
    clientOf: (roleName: string, ...statements: object[]) => {
      const roleArn = `arn:aws:iam::${account.accountId}:role/${roleName}`;
      iam.grant(roleArn, policyDocument.parse({ Statement: statements }).Statement);
      return new SQS(reaching(endpoint, iam.newKeyFor(roleArn, roleName)));
    },
    developer: new SQS(reaching(endpoint)),
    close,
  };
};
