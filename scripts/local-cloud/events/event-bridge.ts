import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { createJsonService, findOperation, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import { allowsService } from '../iam/evaluate.ts';
import type { Account, Authorizer } from '../iam/iam.ts';
import type { Queues } from '../sqs/queues.ts';
import type { BusEvent } from './pattern.ts';

/** Queue that a rule sends to, and the queue for events that cannot be delivered to it. */
type Target = { readonly queueArn: string; readonly deadLetterArn?: string | undefined };

const eventsPrincipal = 'events.amazonaws.com';

// Escapes characters outside the basic multilingual plane, which the emulated queues reject.
const toMessageBody = (event: BusEvent) =>
  JSON.stringify(event).replace(
    /[\uD800-\uDFFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );

/**
 * Returns a function that sends a matched event to a rule's target, if the queue's policy allows it. `warn` is called
 * for undelivered events.
 */
const createDeliver = (queues: Queues, warn: (message: string) => void) => {
  const findProblem = (queueArn: string, ruleArn: string): { code: string; message: string } | undefined => {
    if (!queues.has(queueArn)) return { code: 'NO_RESOURCE', message: 'The specified queue does not exist.' };
    const request = { action: 'sqs:SendMessage', resource: queueArn };
    if (allowsService(queues.findPolicy(queueArn), eventsPrincipal, ruleArn, request)) return undefined;
    return { code: 'NO_PERMISSIONS', message: 'The policy of the queue does not let the rule send to it.' };
  };

  return async (ruleArn: string, { queueArn, deadLetterArn }: Target, event: BusEvent): Promise<void> => {
    const body = toMessageBody(event);
    const problem = findProblem(queueArn, ruleArn);
    if (!problem) return queues.send(queueArn, body);
    warn(`Refused: ${eventsPrincipal} (${ruleArn}) may not sqs:SendMessage on ${queueArn}: ${problem.message}`);
    if (deadLetterArn === undefined || findProblem(deadLetterArn, ruleArn))
      return warn(`Lost: the event ${event.id} (${event['detail-type']}) has no dead-letter queue to go to.`);
    await queues.send(deadLetterArn, body, {
      RULE_ARN: ruleArn,
      TARGET_ARN: queueArn,
      ERROR_CODE: problem.code,
      ERROR_MESSAGE: problem.message,
    });
  };
};

type Rule = {
  readonly arn: string;
  readonly bus: string;
  readonly matches: (event: BusEvent) => boolean;
  readonly targets: readonly Target[];
};

type Options = Authorizer &
  Account & {
    readonly now: () => Date;
    readonly queues: Queues;
    readonly warn: (message: string) => void;
  };

const defaultBus = 'default';

/** AWS's limit for the size of all details in one PutEvents call. */
const maxDetailBytes = 262_144;

const isJsonObject = (text: string): boolean => {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const putEventsEntry = z.strictObject({
  Source: z.string(),
  DetailType: z.string(),
  Detail: z.string().check(z.refine(isJsonObject, 'Detail is malformed.')),
  EventBusName: z._default(z.string(), defaultBus),
  /** Epoch seconds. */
  Time: z.optional(z.number()),
});
const countDetailBytes = (entries: readonly z.output<typeof putEventsEntry>[]) =>
  entries.reduce((sum, { Detail }) => sum + Buffer.byteLength(Detail), 0);
const putEventsInput = z.object({
  Entries: z.array(putEventsEntry).check(
    z.minLength(1),
    z.maxLength(10),
    z.refine((entries) => countDetailBytes(entries) <= maxDetailBytes, 'Too large.'),
  ),
});

/**
 * Minimal EventBridge that routes events to the queues of matching rules. Anything else is rejected with an error that
 * names it.
 */
export type EventBridge = {
  readonly listener: RequestListener;
  /** Creates a bus unless it exists; returns its ARN. */
  readonly ensureBus: (name: string) => string;
  /** Returns the names of the buses, `default` included. */
  readonly listBuses: () => string[];
  /** Adds a rule. Throws if its bus does not exist. */
  readonly addRule: (rule: Rule) => void;
  /** Publishes an event of an AWS service, which uses the default bus and needs no permission. Returns the event's id. */
  readonly publishServiceEvent: (source: string, detailType: string, detail: unknown) => Promise<string>;
  /** Registers a listener for every event, called after delivery to the queues. */
  readonly onEvent: (listener: (event: BusEvent) => void) => void;
};

export const createEventBridge = ({ region, accountId, now, queues, warn, ...authorizer }: Options): EventBridge => {
  const buses = new Set([defaultBus]);
  const rules: Rule[] = [];
  const listeners: ((event: BusEvent) => void)[] = [];
  const deliver = createDeliver(queues, warn);
  const toBusArn = (bus: string) => `arn:aws:events:${region}:${accountId}:event-bus/${bus}`;

  const createEvent = (
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

  /** Delivers an event to its queues, then returns its id. */
  const publish = async (event: BusEvent, bus: string): Promise<string> => {
    if (!buses.has(bus))
      warn(
        `The event ${event['detail-type']} is for the bus ${bus}, which does not exist: AWS would accept and drop the event.`,
      );
    for (const { arn: ruleArn, targets } of rules.filter((rule) => rule.bus === bus && rule.matches(event))) {
      for (const target of targets) await deliver(ruleArn, target, event);
    }
    for (const listener of listeners) listener(event);
    return event.id;
  };

  const putEvents = async ({ input, requirePermission }: Call) => {
    const parseResult = putEventsInput.safeParse(input);
    if (!parseResult.success) throw new ServiceError('ValidationException', z.prettifyError(parseResult.error));
    const entries = parseResult.data.Entries.map((entry) => ({
      ...entry,
      bus: entry.EventBusName.split('/').at(-1) ?? '',
    }));
    for (const { bus, Source, DetailType } of entries)
      requirePermission('events:PutEvents', toBusArn(bus), {
        context: { 'events:source': Source, 'events:detail-type': DetailType },
      });
    const Entries: { readonly EventId: string }[] = [];
    for (const { bus, Source, DetailType, Detail, Time } of entries)
      Entries.push({ EventId: await publish(createEvent(Source, DetailType, JSON.parse(Detail), Time), bus) });
    return { FailedEntryCount: 0, Entries };
  };

  return {
    listener: createJsonService({
      name: 'EventBridge',
      findOperation: (req) => findOperation(req, 'AWSEvents.'),
      operations: { PutEvents: putEvents },
      ...authorizer,
    }),
    ensureBus: (name: string): string => {
      buses.add(name);
      return toBusArn(name);
    },
    listBuses: (): string[] => [...buses],
    addRule: (rule: Rule): void => {
      if (!buses.has(rule.bus)) throw new Error(`there is no event bus ${rule.bus}`);
      rules.push(rule);
    },
    publishServiceEvent: (source: string, detailType: string, detail: unknown): Promise<string> =>
      publish(createEvent(source, detailType, detail), defaultBus),
    onEvent: (listener: (event: BusEvent) => void): void => void listeners.push(listener),
  };
};
