import * as z from 'zod/mini';
import { hasName } from '#lambdas/aws/errors.ts';
import type { LostRecords } from '#lambdas/aws/lost-records.ts';
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
  readonly lost: LostRecords;
  /** Turns a row of attribute values into a plain one. */
  readonly plain: (row: Image) => unknown;
  readonly log: Log;
};

const record = z.object({ eventName: z.string(), dynamodb: z.object({ NewImage: image }) });
const row = z.extend(auditEvent, { region: field.region });

/** What SES says of one email, and would say again: of its address, or of what it says. */
const isRefused = (error: unknown) => hasName(error, 'BadRequestException', 'MessageRejected');

/**
 * Writes to whom a batch of audit events concerns, one after the other. A batch that fails goes on behind the last email that was sent,
 * so one is only sent again when nobody noted it: the function died, or SES took it and its answer was lost. An event that no further
 * try would help is put aside among the dead letters at once; whatever else fails comes again for as long as the stream is read.
 */
export const noticesHandler = ({ send, lost, plain, log }: Collaborators) => {
  const read = (given: StreamRecord) => {
    const { eventName, dynamodb } = record.parse(given);
    // Events are only ever added; one that goes has run out.
    if (eventName !== 'INSERT') return undefined;
    if (!dynamodb.NewImage) throw new Error('a new event without its row');
    const { region, ...event } = row.parse(plain(dynamodb.NewImage));
    const notice = noticeOf(region, event);
    return notice && { notice, said: { region, sub: event.sub, event: event.action, eventId: event.id } };
  };

  const putAside = async (given: StreamRecord, error: unknown): Promise<void> => {
    log('error', 'notice put aside', { eventId: given.eventID, error: errorFields(error) });
    await lost.put(given);
  };

  const tell = async (given: StreamRecord): Promise<void> => {
    let found: ReturnType<typeof read>;
    try {
      found = read(given);
    } catch (error) {
      return putAside(given, error);
    }
    if (!found) return undefined;
    try {
      await send(found.notice);
    } catch (error) {
      if (isRefused(error)) return putAside(given, error);
      throw error;
    }
    log('info', 'notice sent', found.said);
    return undefined;
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
