import { SQSClient } from '@aws-sdk/client-sqs';
import { startServer } from '../fauxqs.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { createIam } from '../iam/iam.ts';
import { serve } from '../servers.ts';
import { sqsProxy } from '../sqs/proxy.ts';
import { createQueues } from '../sqs/queues.ts';
import { reaching } from './opened.ts';

const account = { region: 'eu-central-1', accountId: '000000000000' };

/** For tests: SQS on a folder, with roles of its own. */
export const queuesForTest = async (folder: string) => {
  const server = await startServer(account.region, folder);
  const queues = createQueues(server.endpoint, account);
  const iam = createIam(() => {});
  const proxy = sqsProxy({
    endpoint: server.endpoint,
    queues,
    urlOf: (name) => urlOf(name),
    ...account,
    allow: iam.allow,
    callerOf: iam.callerOf,
  });
  const { port, close } = await serve(proxy);
  const endpoint = `http://127.0.0.1:${port}`;
  const urlOf = (name: string) => `${endpoint}/${account.accountId}/${name}`;

  return {
    queues,
    iam,
    endpoint,
    /** Of the queue server behind. */
    serverEndpoint: server.endpoint,
    urlOf,
    arnOf: (name: string) => `arn:aws:sqs:${account.region}:${account.accountId}:${name}`,
    /** A client that acts as a role with these statements. */
    clientOf: (roleName: string, ...statements: object[]) => {
      const roleArn = `arn:aws:iam::${account.accountId}:role/${roleName}`;
      iam.grant(roleArn, policyDocument.parse({ Statement: statements }).Statement);
      return new SQSClient(reaching(endpoint, iam.newKeyFor(roleArn, roleName)));
    },
    developer: new SQSClient(reaching(endpoint)),
    close: async () => {
      await close();
      queues.close();
      await server.stop();
    },
  };
};
