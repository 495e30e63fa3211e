import * as z from 'zod/mini';
import { parseJson } from '#lambdas/http/parse-json.ts';
import type { ProviderEventType } from '#shared/back-office/events.ts';
import { clockSkewMinutes, eventSources, providerEvents } from '#shared/back-office/events.ts';
import type { TimelineEntry } from '#shared/records/timeline.ts';
import { RefusedReport } from './refused-report.ts';

const reports = {
  RmaAssigned: z.object({ type: z.literal('RmaAssigned'), detail: providerEvents.RmaAssigned }),
  RepairStatusChanged: z.object({ type: z.literal('RepairStatusChanged'), detail: providerEvents.RepairStatusChanged }),
} as const satisfies Record<ProviderEventType, z.ZodMiniType>;

/** What the provider's back office reports. */
export type Report = z.output<(typeof reports)[ProviderEventType]>;

/** An event as the bus hands it on. */
const envelope = z.object({ source: z.literal(eventSources.provider), 'detail-type': z.string(), detail: z.unknown() });

const isKnown = (type: string): type is ProviderEventType => Object.hasOwn(reports, type);

/** Reads a message of the queue. Throws RefusedReport. */
export const parseReport = (body: string, now: Date): Report => {
  const event = envelope.safeParse(parseJson(body));
  if (!event.success) throw new RefusedReport('NotAnEvent');
  const { 'detail-type': type, detail } = event.data;
  if (!isKnown(type)) throw new RefusedReport('UnknownType');
  const report = reports[type].safeParse({ type, detail });
  if (!report.success) throw new RefusedReport('InvalidDetail');
  if (Date.parse(report.data.detail.occurredAt) > now.getTime() + clockSkewMinutes * 60_000)
    throw new RefusedReport('InTheFuture');
  return report.data;
};

/** A report as a record's timeline keeps it. Instants are all written with milliseconds, so that they sort as text. */
export const entryOf = ({ type, detail }: Report): TimelineEntry => {
  const told = { at: new Date(detail.occurredAt).toISOString(), eventId: detail.eventId };
  switch (type) {
    case 'RmaAssigned':
      return { type: 'rmaAssigned', ...told, rma: detail.rma };
    case 'RepairStatusChanged':
      return { type: 'status', ...told, status: detail.status };
  }
};
