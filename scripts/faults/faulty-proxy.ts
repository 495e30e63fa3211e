import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseObject } from '../local-cloud/aws-json.ts';
import { send } from '../local-cloud/send.ts';
import { inPart } from './in-part.ts';

type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** How a service says that there is no room for a call at the moment, and that it stumbled over one. */
export type Refusals = Readonly<Record<'throttled' | 'failed', Answered>>;

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

const drawn = (rates: FaultRates, random: () => number): Fault | undefined => {
  let rest = random();
  return faultNames.find((fault) => (rest -= rates[fault] ?? 0) < 0);
};

/** Without what concerns one connection only. */
const headOf = ({ status, headers, body }: Answered) => {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, 'content-length': ____, ...others } = headers;
  return status === 204 || status === 304 ? others : { ...others, 'content-length': body.length };
};

const answer = (res: ServerResponse, answered: Answered) =>
  res.writeHead(answered.status, headOf(answered)).end(answered.body);

/** Sends the head and half of the body. */
const answerHalf = (res: ServerResponse, answered: Answered, then: () => void) => {
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
  const forward = async ({ method, url: path = '/', headers }: IncomingMessage, body: Buffer): Promise<Answered> => {
    const { connection: _, 'keep-alive': __, ...kept } = headers;
    const answered = await send(url, { method, path, headers: kept, body });
    return { status: answered.statusCode ?? 500, headers: answered.headers, body: await buffer(answered) };
  };

  const answerInPart = async (call: IncomingMessage, body: Buffer): Promise<Answered | undefined> => {
    const [, operation = ''] = String(call.headers['x-amz-target']).split('.');
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

  const serve = async (call: IncomingMessage, res: ServerResponse) => {
    const body = await buffer(call);
    const chosen = drawn(rates(), random);
    const fault = chosen && isSpared(call, chosen) ? undefined : chosen;
    const halfDone = fault === 'inPart' ? await answerInPart(call, body) : undefined;
    if (halfDone) return answer(res, halfDone);
    if (fault === 'throttled' || fault === 'failed') return answer(res, refusals[fault]);
    // Whoever asked gives up some time.
    if (fault === 'hanging') return;
    if (fault === 'reset') return void call.socket.resetAndDestroy();
    const answered = await forward(call, body);
    if (fault === 'stalled') return answerHalf(res, answered, () => {});
    if (fault !== 'lost') return answer(res, answered);
    if (random() < 0.5) return void call.socket.destroy();
    answerHalf(res, answered, () => call.socket.destroy());
  };

  return (call, res) => void serve(call, res).catch(() => res.destroy());
};
