import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseObject } from '../local-cloud/aws-json.ts';
import { inPart } from './in-part.ts';

type Refusal = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** How a service says that there is no room for a call at the moment, and that it stumbled over one. */
export type Refusals = Readonly<Record<'throttled' | 'failed', Refusal>>;

/**
 * What befalls a call: refused for its rate; refused for a mistake of the service; done, but its answer lost; never answered; done, but
 * silent in the middle of its answer; its connection reset; done in part, where it is a batch.
 */
const faultNames = ['throttled', 'failed', 'lost', 'hanging', 'stalled', 'reset', 'inPart'] as const;
export type Fault = (typeof faultNames)[number];

/** The share of calls that each fault befalls, together at most 1. */
export type FaultRates = Partial<Readonly<Record<Fault, number>>>;

type Options = {
  /** Where calls really go. */
  readonly url: string;
  readonly refusals: Refusals;
  readonly rates: () => FaultRates;
  /** Whom this fault does not touch. */
  readonly isSpared?: (call: IncomingMessage, fault: Fault) => boolean;
  readonly random?: () => number;
};

type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

const drawn = (rates: FaultRates, random: () => number): Fault | undefined => {
  let rest = random();
  return faultNames.find((fault) => (rest -= rates[fault] ?? 0) < 0);
};

/** Without what concerns one connection only. */
const headOf = ({ headers, body }: Answered) => {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...others } = headers;
  return { ...others, 'content-length': body.length };
};

const send = (res: ServerResponse, answered: Answered) => {
  const hasNoBody = answered.status === 204 || answered.status === 304;
  const { 'content-length': length, ...headers } = headOf(answered);
  res.writeHead(answered.status, hasNoBody ? headers : { ...headers, 'content-length': length }).end(answered.body);
};

/** Sends the head and half of the body. */
const sendHalf = (res: ServerResponse, answered: Answered, then: () => void) => {
  res.writeHead(answered.status, headOf(answered));
  res.flushHeaders();
  const half = answered.body.subarray(0, answered.body.length / 2);
  if (half.length > 0) res.write(half, then);
  else then();
};

/** Stands before a service and lets a share of its calls go wrong. What is fair is passed on as it came, also its Host, which signatures cover. */
export const faultyProxy = ({
  url,
  refusals,
  rates,
  isSpared = () => false,
  random = Math.random,
}: Options): RequestListener => {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);

  const forward = (call: IncomingMessage, body: Buffer) =>
    new Promise<Answered>((resolve, reject) => {
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = call.headers;
      const onward = request(
        {
          agent,
          hostname,
          port,
          method: call.method,
          path: call.url,
          headers: { ...headers, ...(body.length > 0 && { 'content-length': body.length }) },
        },
        (answer) =>
          void buffer(answer)
            .then((read) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: read }))
            .catch(reject),
      );
      onward.on('error', reject);
      onward.end(body);
    });

  const answerInPart = async (call: IncomingMessage, body: Buffer): Promise<Answered | undefined> => {
    const operation =
      String(call.headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1) ?? '';
    const part = inPart(operation, parseObject(body), random);
    if (!part) return undefined;
    const json = (value: object) => Buffer.from(JSON.stringify(value));
    const answered: Answered = part.goesThrough
      ? await forward(call, json(part.goesThrough))
      : { status: 200, headers: { 'content-type': call.headers['content-type'] }, body: json({}) };
    if (answered.status !== 200) return answered;
    // The checksum was of another body.
    const { 'x-amz-crc32': _, ...headers } = answered.headers;
    return { ...answered, headers, body: json(part.answer(parseObject(answered.body))) };
  };

  const refuse = (res: ServerResponse, { status, headers, body }: Refusal) =>
    send(res, { status, headers: { ...headers }, body: Buffer.from(body) });

  const serve = async (call: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await buffer(call);
    const chosen = drawn(rates(), random);
    const fault = chosen && isSpared(call, chosen) ? undefined : chosen;
    const halfDone = fault === 'inPart' ? await answerInPart(call, body) : undefined;
    if (halfDone) return send(res, halfDone);
    if (fault === 'throttled' || fault === 'failed') return refuse(res, refusals[fault]);
    // Whoever asked gives up some time.
    if (fault === 'hanging') return;
    if (fault === 'reset') return void call.socket.resetAndDestroy();
    const answered = await forward(call, body);
    if (fault === 'stalled') return sendHalf(res, answered, () => {});
    if (fault !== 'lost') return send(res, answered);
    if (random() < 0.5) return void call.socket.destroy();
    sendHalf(res, answered, () => call.socket.destroy());
  };

  return (call, res) => void serve(call, res).catch(() => res.destroy());
};
