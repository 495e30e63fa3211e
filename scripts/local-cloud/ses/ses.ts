import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { notAuthorized, parseObject } from '../aws-json.ts';
import type { Gatekeeper } from '../enforcing-proxy.ts';
import { parseAuthorization } from '../sigv4.ts';
import { readCall } from './send-email.ts';
import type { Refusal } from './send-email.ts';

export type SentMail = { readonly to: string; readonly subject: string; readonly html: string; readonly at: string };

type Options = Gatekeeper & {
  readonly accountId: string;
  readonly now: () => Date;
  /** Hears an email once for each recipient. */
  readonly sendMail: (mail: SentMail) => void;
  readonly warn: (message: string) => void;
};

const action = 'ses:SendEmail';

/** A small SES: SendEmail of its API v2 with simple content. Every domain counts as verified; whatever else is asked of it is refused by name. */
export const createSes = ({ accountId, now, sendMail, warn, allow, callerOf }: Options): RequestListener => {
  const serve = async (req: IncomingMessage): Promise<object | Refusal> => {
    const { pathname } = new URL(req.url ?? '/', 'http://ses');
    const body = parseObject(await buffer(req));
    if (req.method !== 'POST' || pathname !== '/v2/email/outbound-emails')
      return {
        status: 404,
        code: 'UnknownOperationException',
        message: `The local SES does not do ${req.method} ${pathname}.`,
      };
    const credential = parseAuthorization(req.headers.authorization)?.credential;
    if (!credential)
      return {
        status: 403,
        code: 'MissingAuthenticationTokenException',
        message: 'Request is missing Authentication Token',
      };
    const sending = readCall(body);
    if ('code' in sending) return sending;
    const { from, to, subject, html } = sending;
    const identity = `arn:aws:ses:${credential.region}:${accountId}:identity/${from.replace(/^.*@/, '')}`;
    if (!allow(credential.accessKeyId, action, identity, { context: { 'ses:fromaddress': from } }))
      return {
        status: 403,
        code: 'AccessDeniedException',
        message: notAuthorized(callerOf(credential.accessKeyId), action, identity),
      };
    for (const each of to) sendMail({ to: each, subject, html, at: now().toISOString() });
    return { MessageId: randomUUID() };
  };

  const answer = (res: ServerResponse, status: number, body: object, errorType?: string) => {
    res.writeHead(status, {
      'content-type': 'application/json',
      'x-amzn-requestid': randomUUID(),
      ...(errorType && { 'x-amzn-errortype': errorType }),
    });
    res.end(JSON.stringify(body));
  };

  return (req, res) => {
    serve(req).then(
      (outcome) => {
        if ('code' in outcome) answer(res, outcome.status, { message: outcome.message }, outcome.code);
        else answer(res, 200, outcome);
      },
      (error: unknown) => {
        warn(`SES: ${String(error)}`);
        if (res.headersSent) return res.destroy();
        answer(res, 500, { message: 'Something went wrong in the emulator.' }, 'InternalFailure');
      },
    );
  };
};
