import * as z from 'zod/mini';
import { chunksOf } from '#lambdas/aws/concurrency.ts';
import { hasName } from '#lambdas/aws/errors.ts';
import type { LostRecords } from '#lambdas/aws/lost-records.ts';
import type { BatchAnswer, StreamRecord } from '#lambdas/aws/stream-batch.ts';
import { answerAfter, image, streamBatch } from '#lambdas/aws/stream-batch.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { Writer } from '#shared/env.ts';
import * as field from '#shared/fields.ts';
import type { RegionId } from '#shared/regions.ts';
import { auditEvent } from '#shared/users/audit.ts';
import type { Notice } from './notice.ts';
import { newAdminNotice, noticeOf } from './notice.ts';

type Collaborators = {
  readonly send: (notice: Notice) => Promise<void>;
  readonly adminsOf: (region: RegionId) => Promise<readonly string[]>;
  readonly lost: LostRecords;
  readonly writers: Readonly<Record<RegionId, Writer>>;
  readonly log: Log;
};

const record = z.object({ eventName: z.string(), dynamodb: z.object({ NewImage: image }) });
const row = z.extend(auditEvent, { region: field.region });

/** What SES says of one email, and would say again: of its address, or of what it says. */
const isRefused = (error: unknown) => hasName(error, 'BadRequestException', 'MessageRejected');

/** One event after the other; a batch that fails goes on behind the last email. What no try would help is put aside. */
export const noticesHandler = ({ send, adminsOf, lost, writers, log }: Collaborators) => {
  const read = (given: StreamRecord) => {
    const { eventName, dynamodb } = record.parse(given);
    // Events are only ever added; one that goes has run out.
    if (eventName !== 'INSERT') return undefined;
    if (!dynamodb.NewImage) throw new Error('a new event without its row');
    const { region, ...event } = row.parse(dynamodb.NewImage);
    return {
      region,
      event,
      own: noticeOf(region, writers[region], event),
      toAdmins: newAdminNotice(region, writers[region], event),
      said: { region, sub: event.sub, event: event.action, eventId: event.id },
    };
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
    const { region, event, own, toAdmins, said } = found;
    try {
      if (toAdmins) {
        const others = (await adminsOf(region)).filter((email) => email !== event.email || event.job !== undefined);
        // SES takes no more in one call.
        for (const to of chunksOf(others, 50)) await send({ ...toAdmins, to });
      }
      if (own) await send(own);
    } catch (error) {
      if (isRefused(error)) return putAside(given, error);
      throw error;
    }
    if (own ?? toAdmins) log('info', 'notice sent', said);
    return undefined;
  };

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
