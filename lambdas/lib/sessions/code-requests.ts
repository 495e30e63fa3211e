import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';

/** Request to email a code that resets a user's password; `site` is the URL of the portal, which the email links to. */
const codeRequest = z.object({ region: field.region, email: field.email, site: z.url() });
export type CodeRequest = z.output<typeof codeRequest>;

/** Parses a queue message. Throws if it is not a code request. */
export const parseCodeRequest = (body: string): CodeRequest => codeRequest.parse(JSON.parse(body));

/** Queue of the code requests, which the function code-sender consumes. */
export type CodeRequests = { readonly send: (request: CodeRequest) => Promise<void> };

export const createCodeRequests = (sqs: SQSClient, queueUrl: string): CodeRequests => ({
  send: async (request: CodeRequest): Promise<void> => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(request) }));
  },
});
