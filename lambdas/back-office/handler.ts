import * as z from 'zod/mini';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { ReportedRecords } from './apply-report.ts';
import { applyReport } from './apply-report.ts';
import { parseReport, RefusedReport } from './report.ts';

const batch = z.object({ Records: z.array(z.object({ messageId: z.string(), body: z.string() })) });

type Message = z.output<typeof batch>['Records'][number];

type Collaborators = { readonly records: ReportedRecords; readonly now: () => Date; readonly log: Log };

/** Which messages the queue has to hand out again; after the tenth time they are dead letters. */
type Answer = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] };

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

  return async (queued: unknown): Promise<Answer> => {
    const failed: string[] = [];
    // One after the other: reports of one repair often come together, and would be in each other's way.
    for (const message of batch.parse(queued).Records) {
      if (!(await work(message))) failed.push(message.messageId);
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
};
