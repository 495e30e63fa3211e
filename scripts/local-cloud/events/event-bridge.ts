import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { jsonService, operationOf, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import { allowsService } from '../iam/evaluate.ts';
import type { Account, Gatekeeper } from '../iam/iam.ts';
import type { Queues } from '../sqs/queues.ts';
import type { BusEvent } from './pattern.ts';

/** A queue that a rule sends to, and where an event goes that cannot be delivered to it. */
type Target = { readonly queueArn: string; readonly deadLetterArn?: string | undefined };

const service = 'events.amazonaws.com';

// The same JSON in signs that every queue takes: the emulated ones refuse what lies beyond the basic plane.
const bodyOf = (event: BusEvent) =>
  JSON.stringify(event).replace(/[\uD800-\uDFFF\uFFFE\uFFFF]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);

/** Sends what a rule has matched to its target. Only the queues' own policies can allow that. `warn` hears of what is lost. */
const deliverer = (queues: Queues, warn: (message: string) => void) => {
  const problemWith = (queueArn: string, ruleArn: string): { code: string; message: string } | undefined => {
    if (!queues.has(queueArn)) return { code: 'NO_RESOURCE', message: 'The specified queue does not exist.' };
    const request = { action: 'sqs:SendMessage', resource: queueArn };
    if (allowsService(queues.policyOf(queueArn), service, ruleArn, request)) return undefined;
    return { code: 'NO_PERMISSIONS', message: 'The policy of the queue does not let the rule send to it.' };
  };

  return async (ruleArn: string, { queueArn, deadLetterArn }: Target, event: BusEvent): Promise<void> => {
    const body = bodyOf(event);
    const problem = problemWith(queueArn, ruleArn);
    if (!problem) return queues.send(queueArn, body);
    warn(`Refused: ${service} (${ruleArn}) may not sqs:SendMessage on ${queueArn}: ${problem.message}`);
    if (deadLetterArn === undefined || problemWith(deadLetterArn, ruleArn))
      return warn(`Lost: the event ${event.id} (${event['detail-type']}) has no dead-letter queue to go to.`);
    await queues.send(deadLetterArn, body, {
      RULE_ARN: ruleArn,
      TARGET_ARN: queueArn,
      ERROR_CODE: problem.code,
      ERROR_MESSAGE: problem.message,
    });
  };
};

export type Rule = {
  readonly arn: string;
  readonly bus: string;
  readonly matches: (event: BusEvent) => boolean;
  readonly targets: readonly Target[];
};

type Options = Gatekeeper &
  Account & {
    readonly now: () => Date;
    readonly queues: Queues;
    readonly warn: (message: string) => void;
  };

const defaultBus = 'default';

/** As AWS documents PutEvents, in bytes of all details together. */
const longestDetails = 262_144;

const isObject = (text: string): boolean => {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const entry = z.strictObject({
  Source: z.string(),
  DetailType: z.string(),
  Detail: z.string().check(z.refine(isObject, 'Detail is malformed.')),
  EventBusName: z._default(z.string(), defaultBus),
  /** Epoch seconds. */
  Time: z.optional(z.number()),
});
const sizeOf = (entries: readonly z.output<typeof entry>[]) =>
  entries.reduce((sum, { Detail }) => sum + Buffer.byteLength(Detail), 0);
const call = z.object({
  Entries: z.array(entry).check(
    z.minLength(1),
    z.maxLength(10),
    z.refine((entries) => sizeOf(entries) <= longestDetails, 'Too large.'),
  ),
});

/** A small EventBridge: takes events and sends those that a rule matches to its queues. Whatever else is asked of it is refused by name. */
export const createEventBridge = ({ region, accountId, now, queues, warn, ...gatekeeper }: Options) => {
  const buses = new Set([defaultBus]);
  const rules: Rule[] = [];
  const listeners: ((event: BusEvent) => void)[] = [];
  const deliver = deliverer(queues, warn);
  const arnOf = (bus: string) => `arn:aws:events:${region}:${accountId}:event-bus/${bus}`;

  const eventOf = (
    source: string,
    detailType: string,
    detail: unknown,
    epochSeconds = now().getTime() / 1000,
  ): BusEvent => ({
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account: accountId,
    time: `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}Z`,
    region,
    resources: [],
    detail,
  });

  /** Answers its id, once what has been taken is in its queues, whatever happens next. */
  const publish = async (event: BusEvent, bus: string): Promise<string> => {
    if (!buses.has(bus))
      warn(
        `The event ${event['detail-type']} is for the bus ${bus}, which there is not: AWS would take it and forget it.`,
      );
    for (const { arn: ruleArn, targets } of rules.filter((rule) => rule.bus === bus && rule.matches(event))) {
      for (const target of targets) await deliver(ruleArn, target, event);
    }
    for (const listener of listeners) listener(event);
    return event.id;
  };

  const putEvents = async ({ input, permit }: Call) => {
    const parsed = call.safeParse(input);
    if (!parsed.success) throw new ServiceError('ValidationException', z.prettifyError(parsed.error));
    const entries = parsed.data.Entries.map((each) => ({ ...each, bus: each.EventBusName.split('/').at(-1) ?? '' }));
    for (const { bus, Source, DetailType } of entries)
      permit('events:PutEvents', arnOf(bus), {
        context: { 'events:source': Source, 'events:detail-type': DetailType },
      });
    const Entries: { readonly EventId: string }[] = [];
    for (const { bus, Source, DetailType, Detail, Time } of entries)
      Entries.push({ EventId: await publish(eventOf(Source, DetailType, JSON.parse(Detail), Time), bus) });
    return { FailedEntryCount: 0, Entries };
  };

  return {
    listener: jsonService({
      name: 'EventBridge',
      operationOf: (req) => operationOf(req, 'AWSEvents.'),
      operations: { PutEvents: putEvents },
      ...gatekeeper,
    }),
    ensureBus: (name: string): string => {
      buses.add(name);
      return arnOf(name);
    },
    buses: (): string[] => [...buses],
    addRule: (rule: Rule): void => {
      if (!buses.has(rule.bus)) throw new Error(`there is no event bus ${rule.bus}`);
      rules.push(rule);
    },
    /** An event of one of AWS's own services: these speak on the default bus, and no policy is asked. */
    tell: (source: string, detailType: string, detail: unknown): Promise<string> =>
      publish(eventOf(source, detailType, detail), defaultBus),
    /** Hears every event that a bus takes, after its queues have it. */
    onEvent: (hear: (event: BusEvent) => void): void => void listeners.push(hear),
  };
};

export type EventBridge = ReturnType<typeof createEventBridge>;
