import * as z from 'zod/mini';
import { parseJson } from '#shared/api/parse-json.ts';
import type { ProviderEventType } from '#shared/back-office/provider-events.ts';
import { clockSkewMinutes, eventSources, providerEvents } from '#shared/back-office/provider-events.ts';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate, daysBetween } from '#shared/dates/dates.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { repairEntry } from '#shared/repairs/lifecycle.ts';

export const rejectionReasons = [
  'NotAnEvent',
  'InvalidDetail',
  'UnknownType',
  'InTheFuture',
  'BeforeBooking',
  'UnknownRecord',
  'TimelineFull',
  'TooManyChanges',
] as const;

type Reason = (typeof rejectionReasons)[number];

export class RejectedEventError extends Error {
  override readonly name: string = 'RejectedEventError';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

const eventSchemas = {
  RmaAssigned: z.object({ type: z.literal('RmaAssigned'), detail: providerEvents.RmaAssigned }),
  RepairStatusChanged: z.object({ type: z.literal('RepairStatusChanged'), detail: providerEvents.RepairStatusChanged }),
} as const satisfies Record<ProviderEventType, z.ZodMiniType>;

export type ProviderEvent = z.output<(typeof eventSchemas)[ProviderEventType]>;

const envelope = z.object({ source: z.literal(eventSources.provider), 'detail-type': z.string(), detail: z.unknown() });

const isProviderEventType = (type: string): type is ProviderEventType => Object.hasOwn(eventSchemas, type);

/** Parses and validates a queue message with a provider event. Throws RejectedEventError. */
export const parseProviderEvent = (body: string, now: Date): ProviderEvent => {
  const event = envelope.safeParse(parseJson(body));
  if (!event.success) throw new RejectedEventError('NotAnEvent');
  const { 'detail-type': type, detail } = event.data;
  if (!isProviderEventType(type)) throw new RejectedEventError('UnknownType');
  const providerEvent = eventSchemas[type].safeParse({ type, detail });
  if (!providerEvent.success) throw new RejectedEventError('InvalidDetail');
  if (Date.parse(providerEvent.data.detail.occurredAt) > now.getTime() + clockSkewMinutes * 60_000)
    throw new RejectedEventError('InTheFuture');
  if ('dueAt' in providerEvent.data.detail && providerEvent.data.detail.dueAt !== undefined) {
    const { dueAt, occurredAt, region } = providerEvent.data.detail;
    const days = daysBetween(toCalendarDate(new Date(occurredAt), regions[region].timeZone), dueAt);
    if (days < 0 || days > limits.dueAtDays) throw new RejectedEventError('InvalidDetail');
  }
  return providerEvent.data;
};

/** Returns the timeline entry of a provider event. Instants always have milliseconds, so that they sort as text. */
export const toTimelineEntry = ({ type, detail }: ProviderEvent, now: Date): RepairEntry =>
  repairEntry.parse({
    ...detail,
    type: type === 'RmaAssigned' ? 'rmaAssigned' : 'status',
    at: new Date(detail.occurredAt).toISOString(),
    recordedAt: now.toISOString(),
  });
