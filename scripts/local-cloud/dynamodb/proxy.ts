import type { RequestListener } from 'node:http';
import { enforcingProxy } from '../enforcing-proxy.ts';
import type { Gatekeeper } from '../iam/iam.ts';
import { neededPermissions } from './permissions.ts';

export type ProxyOptions = Gatekeeper & {
  /** Of the database behind, e.g. `http://127.0.0.1:8000`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accountId: string;
};

/** DynamoDB as functions and developers reach it: what their roles don't allow is refused before the database. */
export const dynamoDbProxy = ({ endpoint, region, accountId, ...gatekeeper }: ProxyOptions): RequestListener => {
  const tablesArn = `arn:aws:dynamodb:${region}:${accountId}:table`;
  const permissions = (operation: string, body: Record<string, unknown>) =>
    neededPermissions(operation, body, tablesArn);
  return enforcingProxy({ name: 'DynamoDB', endpoint, prefix: 'DynamoDB_20120810.', permissions }, gatekeeper);
};
