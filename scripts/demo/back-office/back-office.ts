import { randomUUID } from 'node:crypto';
import { toErrorMessage } from '#scripts/command-line.ts';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import type { ProviderEvent, ProviderEventType } from '#shared/back-office/provider-events.ts';
import { eventVersion } from '#shared/back-office/provider-events.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { KnownRecord, KnownRecords, Report } from './known-records.ts';
import { applyBusEvent } from './known-records.ts';

/** Delay before an RMA number is assigned to a booking; `silent` sends nothing by itself. */
export type BackOfficeMode = { readonly delayMs: number } | 'silent';

type Options = {
  readonly knownRecords: KnownRecords;
  /** Puts an event on the bus that the portal listens to. Throws if the bus rejects it. */
  readonly putEvent: <Type extends ProviderEventType>(type: Type, detail: ProviderEvent<Type>) => Promise<void>;
  readonly mode: BackOfficeMode;
  readonly warn: (message: string) => void;
};

/** Delay between the RMA number and the confirmation, as a multiple of the RMA number's delay. */
const confirmationDelayFactor = 4;
const retryDelayMs = 1000;

/**
 * Listens for bookings on the bus, assigns an RMA number after a delay and confirms repairs.
 */
export type BackOffice = {
  /** Assigns, without delay, the RMA numbers that an earlier run did not assign. */
  readonly start: () => void;
  /** Applies an event from the bus, and schedules the RMA number of a new booking. */
  readonly handleEvent: (event: BusEvent) => void;
  readonly listRecords: () => KnownRecord[];
  /**
   * Sends the chosen event; a blank RMA number is generated. Throws if the repair is unknown, the custom deadline has
   * passed, or the bus rejects the event.
   */
  readonly send: (id: string, chosenReport: Report) => Promise<void>;
  readonly stop: () => void;
};

export const createBackOffice = ({ knownRecords, putEvent, mode, warn }: Options): BackOffice => {
  const timers = new Set<NodeJS.Timeout>();
  const isSilent = mode === 'silent';
  let isStopped = false;

  const schedule = (id: string, reportType: 'rma' | 'confirmed', delayMs: number) => {
    if (isSilent || isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void sendScheduledReport(id, reportType);
    }, delayMs);
    timers.add(timer);
  };

  // The numbers have the format of the demo repairs' numbers, in a different range. The number of a record is always
  // the same.
  const createRmaNumber = ({ region, id }: KnownRecord) =>
    `${regions[region].prefix}${59_000_001 + knownRecords.findPosition(id)}`;

  const send = ({ kind, region, storeId, storeRefNo, id }: KnownRecord, report: Report) => {
    const occurredAt = new Date().toISOString();
    const commonFields = {
      version: eventVersion,
      eventId: randomUUID(),
      occurredAt,
      region,
      storeId,
      storeRefNo,
      id,
    } as const;
    return 'rma' in report
      ? putEvent('RmaAssigned', { ...commonFields, kind, ...report })
      : putEvent('RepairStatusChanged', { ...commonFields, ...report });
  };

  const sendScheduledReport = async (id: string, reportType: 'rma' | 'confirmed'): Promise<void> => {
    const record = knownRecords.find(id);
    if (!record || record.withdrawn || (reportType === 'rma' ? record.rma : record.status) !== null) return;
    try {
      await send(record, reportType === 'rma' ? { rma: createRmaNumber(record) } : { status: reportType });
      if (reportType === 'rma' && record.kind === 'repair' && !isSilent)
        schedule(id, 'confirmed', confirmationDelayFactor * mode.delayMs);
    } catch (error) {
      if (!isStopped) warn(`The back office could not report: ${toErrorMessage(error)}`);
      schedule(id, reportType, retryDelayMs);
    }
  };

  return {
    start: (): void => {
      for (const { id, isByHand } of knownRecords.list()) if (!isByHand) schedule(id, 'rma', 0);
    },
    handleEvent: (event: BusEvent): void => {
      const newRecord = isStopped ? undefined : applyBusEvent(knownRecords, event, isSilent);
      if (newRecord && !isSilent) schedule(newRecord.id, 'rma', mode.delayMs);
    },
    listRecords: knownRecords.list,
    send: async (id: string, chosenReport: Report): Promise<void> => {
      const record = knownRecords.find(id);
      if (!record) throw new Error('There is no such repair.');
      const today = toCalendarDate(new Date(), regions[record.region].timeZone);
      if ('dueAt' in chosenReport && chosenReport.dueAt !== undefined && chosenReport.dueAt < today)
        throw new Error('This deadline has passed: the portal would reject the report.');
      await send(
        record,
        'rma' in chosenReport && chosenReport.rma === '' ? { rma: createRmaNumber(record) } : chosenReport,
      );
    },
    stop: (): void => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
