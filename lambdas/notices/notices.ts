import * as z from 'zod/mini';
import type { BatchAnswer, Image, StreamRecord } from '#lambdas/aws/stream-batch.ts';
import { answerAfter, image, streamBatch } from '#lambdas/aws/stream-batch.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import * as field from '#shared/fields.ts';
import { auditEvent } from '#shared/users/audit.ts';
import type { Notice } from './notice.ts';
import { noticeOf } from './notice.ts';

type Collaborators = {
  readonly send: (notice: Notice) => Promise<void>;
  /** Turns a row of attribute values into a plain one. */
  readonly plain: (row: Image) => unknown;
  readonly log: Log;
};

const record = z.object({ eventName: z.string(), dynamodb: z.object({ NewImage: image }) });
const row = z.extend(auditEvent, { region: field.region });

/**
 * Writes to whom a batch of audit events concerns, one after the other. A batch that fails goes on behind the last email that was sent,
 * so one is only sent again when nobody noted it: the function died, or SES took it and its answer was lost.
 */
export const noticesHandler = ({ send, plain, log }: Collaborators) => {
  const tell = async (given: StreamRecord): Promise<void> => {
    const { eventName, dynamodb } = record.parse(given);
    // Events are only ever added; one that goes has run out.
    if (eventName !== 'INSERT') return;
    if (!dynamodb.NewImage) throw new Error('a new event without its row');
    const { region, ...event } = row.parse(plain(dynamodb.NewImage));
    const notice = noticeOf(region, event);
    if (!notice) return;
    await send(notice);
    log('info', 'notice sent', { region, sub: event.sub, event: event.action, eventId: event.id });
  };

  /** How many records are done before the first that fails. */
  const work = async (records: readonly StreamRecord[]): Promise<number> => {
    for (const [done, each] of records.entries()) {
      try {
        await tell(each);
      } catch (error) {
        log('error', 'notice cannot be sent', { eventId: each.eventID, error: errorFields(error) });
        return done;
      }
    }
    return records.length;
  };

  return async (event: unknown): Promise<BatchAnswer> => {
    const { Records } = streamBatch.parse(event);
    return answerAfter(Records, await work(Records));
  };
};
