import * as z from 'zod/mini';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import type { DeadLetterSender } from '#lambdas/lib/aws/dead-letters.ts';
import { hasName } from '#lambdas/lib/aws/errors.ts';
import type { BatchResponse, StreamRecord } from '#lambdas/lib/aws/stream-batch.ts';
import { createPartialBatchResponse, image, streamBatch } from '#lambdas/lib/aws/stream-batch.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import * as field from '#shared/api/fields.ts';
import type { EmailSender } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { auditEvent } from '#shared/users/audit.ts';
import type { Notice } from './notice.ts';
import { createNewAdminNotice, createOwnerNotice } from './notice.ts';

type Collaborators = {
  readonly send: (notice: Notice) => Promise<void>;
  readonly listAdminEmails: (region: RegionId) => Promise<readonly string[]>;
  readonly deadLetters: DeadLetterSender;
  readonly senders: Readonly<Record<RegionId, EmailSender>>;
  readonly log: Log;
};

const auditStreamRecord = z.object({ eventName: z.string(), dynamodb: z.object({ NewImage: image }) });
const auditEventRow = z.extend(auditEvent, { region: field.region });

/** Returns true for SES's permanent errors about the recipient or the content of one email. */
const isRejected = (error: unknown) => hasName(error, 'BadRequestException', 'MessageRejected');

/** Sends notices for audit events in order. After a failure, Lambda retries from the failed event. Events that can never succeed go to the dead letter queue. */
export const createNoticesHandler = ({ send, listAdminEmails, deadLetters, senders, log }: Collaborators) => {
  const toNotices = (streamRecord: StreamRecord) => {
    const { eventName, dynamodb } = auditStreamRecord.parse(streamRecord);
    // Audit events are never updated, and a removal means that one has expired.
    if (eventName !== 'INSERT') return undefined;
    if (!dynamodb.NewImage) throw new Error('a new event without its row');
    const { region, ...event } = auditEventRow.parse(dynamodb.NewImage);
    return {
      region,
      event,
      ownerNotice: createOwnerNotice(region, senders[region], event),
      adminNotice: createNewAdminNotice(region, senders[region], event),
      logFields: { region, sub: event.sub, event: event.action, eventId: event.id },
    };
  };

  const sendToDeadLetters = async (streamRecord: StreamRecord, error: unknown): Promise<void> => {
    log('error', 'notice put aside', { eventId: streamRecord.eventID, error: errorFields(error) });
    await deadLetters.put(streamRecord);
  };

  const sendNotices = async (streamRecord: StreamRecord): Promise<void> => {
    let notices: ReturnType<typeof toNotices>;
    try {
      notices = toNotices(streamRecord);
    } catch (error) {
      return sendToDeadLetters(streamRecord, error);
    }
    if (!notices) return undefined;
    const { region, event, ownerNotice, adminNotice, logFields } = notices;
    try {
      if (adminNotice) {
        // A new admin gets no email about themselves. The event of a job is about its starter, who also gets the email.
        const recipients = (await listAdminEmails(region)).filter(
          (email) => email !== event.email || event.job !== undefined,
        );
        // SES allows 50 recipients per call.
        for (const to of splitIntoChunks(recipients, 50)) await send({ ...adminNotice, to });
      }
      if (ownerNotice) await send(ownerNotice);
    } catch (error) {
      if (isRejected(error)) return sendToDeadLetters(streamRecord, error);
      throw error;
    }
    if (ownerNotice ?? adminNotice) log('info', 'notice sent', logFields);
    return undefined;
  };

  /** Sends the notices of records up to the first failure. Returns the number of records before it. */
  const sendBatch = async (records: readonly StreamRecord[]): Promise<number> => {
    for (const [index, streamRecord] of records.entries()) {
      try {
        await sendNotices(streamRecord);
      } catch (error) {
        log('error', 'notice cannot be sent', { eventId: streamRecord.eventID, error: errorFields(error) });
        return index;
      }
    }
    return records.length;
  };

  return async (event: unknown): Promise<BatchResponse> => {
    const { Records } = streamBatch.parse(event);
    return createPartialBatchResponse(Records, await sendBatch(Records));
  };
};
