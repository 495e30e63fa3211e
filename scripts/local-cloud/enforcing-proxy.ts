import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { answerJson, notAuthorized, operationOf, parseObject } from './aws-json.ts';
import type { Context } from './iam/evaluate.ts';
import type { Circumstances, Gatekeeper } from './iam/iam.ts';
import { send } from './send.ts';
import { parseAuthorization } from './sigv4.ts';

/** One permission that a call needs, as IAM names it. */
export type Permission = {
  readonly action: string;
  readonly resource: string;
  /** What its conditions may ask of the call. */
  readonly context?: Context;
};

type Rewrite = (body: string) => string;

/** A service that somebody else emulates, without policies. */
export type ServiceBehind = {
  /** As its users know it. */
  readonly name: string;
  /** Of the emulator, e.g. `http://127.0.0.1:8000`. */
  readonly endpoint: string;
  /** Before the operation in `X-Amz-Target`, with its dot. */
  readonly prefix: string;
  /** What a call needs. */
  readonly permissions: (operation: string, body: Record<string, unknown>) => Permission[];
  /** What a resource's own policy says. */
  readonly circumstances?: (resource: string) => Circumstances;
  /** Changes an answer, e.g. the emulator's names into the account's; where there is no function for the operation it is passed on as it is. */
  readonly rewriteAnswer?: (operation: string) => Rewrite | undefined;
  /** What it does itself, where the emulator behind does not. */
  readonly operations?: Readonly<Record<string, (body: Record<string, unknown>) => Promise<object>>>;
  /** How the service refuses: an HTTP status and headers of its own. */
  readonly refusal?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
};

/** Stands before an emulator and refuses, as AWS would, what the caller's policies don't allow. */
export const enforcingProxy = (service: ServiceBehind, { allow, callerOf }: Gatekeeper): RequestListener => {
  const { name, endpoint, prefix, permissions, refusal = { status: 400, headers: {} } } = service;
  const { circumstances = () => ({}), rewriteAnswer = () => undefined, operations = {} } = service;

  const refuse = (res: ServerResponse, code: string, message: string, { status, headers } = refusal) =>
    answerJson(
      res,
      status,
      { __type: `com.amazon.coral.service#${code}`, message, Message: message },
      { 'content-type': 'application/x-amz-json-1.0', ...headers },
    );

  const passBack = async (answer: IncomingMessage, res: ServerResponse, change: Rewrite | undefined) => {
    const { 'content-length': _, 'x-amz-crc32': __, ...headers } = answer.headers;
    if (!change || answer.statusCode !== 200) {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
      return;
    }
    const changed = change((await buffer(answer)).toString());
    res.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(changed) }).end(changed);
  };

  const forward = async (
    { method, headers }: IncomingMessage,
    res: ServerResponse,
    operation: string,
    body: Buffer,
  ) => {
    const answer = await send(endpoint, { method, path: '/', headers, body }).catch(() => undefined);
    if (answer) return passBack(answer, res, rewriteAnswer(operation));
    refuse(res, 'InternalServerError', `The local ${name} does not answer.`, { status: 500, headers: {} });
  };

  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await buffer(req);
    const credential = parseAuthorization(req.headers.authorization)?.credential;
    if (!credential)
      return refuse(res, 'MissingAuthenticationTokenException', 'Request is missing Authentication Token');
    const operation = operationOf(req, prefix);
    if (operation === undefined) {
      return refuse(
        res,
        'UnknownOperationException',
        `The local ${name} does not do ${String(req.headers['x-amz-target'] ?? 'requests without X-Amz-Target')}`,
      );
    }
    const { accessKeyId } = credential;
    const refused = permissions(operation, parseObject(body)).find(
      ({ action, resource, context }) =>
        !allow(accessKeyId, action, resource, { ...circumstances(resource), ...(context && { context }) }),
    );
    if (refused)
      return refuse(
        res,
        'AccessDeniedException',
        notAuthorized(callerOf(accessKeyId), refused.action, refused.resource),
      );
    const own = operations[operation];
    if (!own) return forward(req, res, operation, body);
    try {
      answerJson(res, 200, await own(parseObject(body)));
    } catch (error) {
      const { name: code, message } = error instanceof Error ? error : new Error(String(error));
      refuse(res, code, message, { status: 400, headers: {} });
    }
  };

  return (req, res) => void serve(req, res).catch(() => res.destroy());
};
