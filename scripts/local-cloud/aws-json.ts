import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What services that speak AWS JSON 1.0 and 1.1 have in common: `X-Amz-Target` names the operation, the body is its input. */
export type AwsJsonVersion = '1.0' | '1.1';

/** A body as an object; what isn't one is empty. */
export const parseObject = (body: Buffer): Record<string, unknown> => {
  try {
    return { ...JSON.parse(body.toString() || '{}') };
  } catch {
    return {};
  }
};

/** The operation that a request asks for; undefined when it asks for none of the service with this prefix. */
export const operationOf = (req: IncomingMessage, prefix: string): string | undefined => {
  const target = String(req.headers['x-amz-target'] ?? '');
  return target.startsWith(prefix) && target.length > prefix.length ? target.slice(prefix.length) : undefined;
};

export const answerJson = (
  res: ServerResponse,
  version: AwsJsonVersion,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void => {
  res.writeHead(status, {
    'content-type': `application/x-amz-json-${version}`,
    'x-amzn-requestid': randomUUID(),
    ...headers,
  });
  res.end(JSON.stringify(body));
};

/** AWS's refusal of a call that no policy allows. */
export const notAuthorized = (caller: string, action: string, resource: string): string =>
  `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
