import type * as z from 'zod/mini';
import { queueBatch, workOff } from '#lambdas/aws/queue-batch.ts';
import type { queueMessage } from '#lambdas/aws/queue-batch.ts';
import type { BatchAnswer } from '#lambdas/aws/stream-batch.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { ReportedRecords } from './apply-report.ts';
import { applyReport } from './apply-report.ts';
import { parseReport, RefusedReport } from './report.ts';

type Message = z.output<typeof queueMessage>;

type Collaborators = { readonly records: ReportedRecords; readonly now: () => Date; readonly log: Log };

/** Applies the reports of the provider's back office, each for itself: one that cannot be applied holds up no other. */
export const backOfficeHandler = ({ records, now, log }: Collaborators) => {
  const work = async ({ body, messageId }: Message): Promise<boolean> => {
    let event = {};
    try {
      const report = parseReport(body, now());
      event = { event: report.type, eventId: report.detail.eventId };
      const isNew = await applyReport(records, report);
      log('info', isNew ? 'report applied' : 'report known already', event);
      return true;
    } catch (error) {
      const why = error instanceof RefusedReport ? { code: error.reason } : { error: errorFields(error) };
      log('error', 'report not applied', { requestId: messageId, ...event, ...why });
      return false;
    }
  };

  // One after the other: reports of one repair often come together, and would be in each other's way.
  return async (queued: unknown): Promise<BatchAnswer> => workOff(queueBatch.parse(queued).Records, work);
};
