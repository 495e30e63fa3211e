import { SQS } from '@aws-sdk/client-sqs';
import { startQueueServer } from '../fauxqs.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { createIam } from '../iam/iam.ts';
import { createSqsProxy } from '../sqs/proxy.ts';
import { createQueues } from '../sqs/queues.ts';
import { closeAfterTests, createTestFolder, buildClientOptions, serveForTest } from './cleanup.ts';

const account = { region: 'eu-central-1', accountId: '000000000000' };

/** Starts SQS on a folder, with its own IAM roles. */
export const startTestQueues = async (folder = createTestFolder()) => {
  const server = await startQueueServer(account.region, folder);
  const queues = createQueues(server.endpoint, account);
  const iam = createIam(() => {});
  const toUrl = (name: string): string => `${endpoint}/${account.accountId}/${name}`;
  const endpoint = await serveForTest(createSqsProxy({ endpoint: server.endpoint, queues, toUrl, ...account, ...iam }));
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    queues.close();
    await server.stop();
  };
  closeAfterTests(close);

  return {
    queues,
    iam,
    endpoint,
    /** Endpoint of the queue server without policy checks. */
    serverEndpoint: server.endpoint,
    toUrl,
    toArn: (name: string) => `arn:aws:sqs:${account.region}:${account.accountId}:${name}`,
    /** Creates a client that acts as a role with the given statements. */
    createRoleClient: (roleName: string, ...statements: object[]) => {
      const roleArn = `arn:aws:iam::${account.accountId}:role/${roleName}`;
      iam.grant(roleArn, policyDocument.parse({ Statement: statements }).Statement);
      return new SQS(buildClientOptions(endpoint, iam.createKeyFor(roleArn, roleName)));
    },
    developerClient: new SQS(buildClientOptions(endpoint)),
    close,
  };
};
