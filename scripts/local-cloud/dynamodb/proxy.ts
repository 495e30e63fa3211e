import { Agent, request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { parseAuthorization } from '../sigv4.ts';
import { neededPermissions } from './permissions.ts';

export type ProxyOptions = {
  /** Of the database behind, e.g. `http://127.0.0.1:8000`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accountId: string;
  readonly allow: (accessKeyId: string, action: string, resourceArn: string) => boolean;
  readonly callerOf: (accessKeyId: string) => string;
};

const prefix = 'DynamoDB_20120810.';

const refuse = (res: ServerResponse, name: string, message: string) => {
  res.writeHead(400, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() });
  res.end(JSON.stringify({ __type: `com.amazon.coral.service#${name}`, Message: message }));
};

const readBody = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const parse = (body: Buffer): Record<string, unknown> => {
  try {
    return { ...JSON.parse(body.toString() || '{}') };
  } catch {
    return {};
  }
};

/** Stands before the database and refuses, as AWS would, what the caller's policies don't allow. */
export const dynamoDbProxy = ({ endpoint, region, accountId, allow, callerOf }: ProxyOptions): { listener: RequestListener; close: () => void } => {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(endpoint);
  const tablesArn = `arn:aws:dynamodb:${region}:${accountId}:table`;

  const forward = (req: IncomingMessage, res: ServerResponse, body: Buffer) => {
    const { 'transfer-encoding': _, ...headers } = req.headers;
    const target = { agent, host: hostname, port, method: req.method, path: req.url, headers: { ...headers, host: `${hostname}:${port}`, 'content-length': body.length } };
    const onward = request(target, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => {
      if (res.headersSent) return res.destroy();
      res.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
      res.end(JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'The database does not answer.' }));
    });
    onward.end(body);
  };

  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await readBody(req);
    const target = String(req.headers['x-amz-target'] ?? '');
    const credential = parseAuthorization(req.headers.authorization)?.credential;
    if (!credential) return refuse(res, 'MissingAuthenticationTokenException', 'Request is missing Authentication Token');
    if (!target.startsWith(prefix)) return refuse(res, 'UnknownOperationException', `The local DynamoDB does not do ${target || 'requests without X-Amz-Target'}`);
    const { accessKeyId } = credential;
    const refused = neededPermissions(target.slice(prefix.length), parse(body), tablesArn).find(({ action, resource }) => !allow(accessKeyId, action, resource));
    if (refused) {
      const { action, resource } = refused;
      return refuse(
        res,
        'AccessDeniedException',
        `User: ${callerOf(accessKeyId)} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
      );
    }
    forward(req, res, body);
  };

  return { listener: (req, res) => void serve(req, res).catch(() => res.destroy()), close: () => agent.destroy() };
};
