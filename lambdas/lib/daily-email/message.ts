import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';

/** Queue message about one user's email of a day. It is not sent after `until`. */
const dailyEmailMessage = z.object({
  region: field.region,
  sub: z.string(),
  day: field.calendarDate,
  until: field.instant,
});
export type DailyEmailMessage = z.output<typeof dailyEmailMessage>;

/** Parses a queue message. Throws if it is not about a daily email. */
export const parseDailyEmailMessage = (body: string): DailyEmailMessage => dailyEmailMessage.parse(JSON.parse(body));

/** Queue of the emails to send. */
export type DailyEmailQueue = { readonly send: (message: DailyEmailMessage) => Promise<void> };

export const createDailyEmailQueue = (sqs: SQSClient, queueUrl: string): DailyEmailQueue => ({
  send: async (message) => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
  },
});
