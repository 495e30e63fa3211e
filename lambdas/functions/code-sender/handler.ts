import { hasName } from '#lambdas/lib/aws/errors.ts';
import { queueBatch, processQueueBatch } from '#lambdas/lib/aws/queue-batch.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { parseCodeRequest } from '#lambdas/lib/sessions/code-requests.ts';
import type { SendCode } from './code-pools.ts';

/** Cognito's errors for a request that gets no code, such as one for an unknown user. */
const expectedErrors = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/** Sends the codes of queued requests. Retries only requests that Cognito throttled, because a second code would invalidate one that was already sent. */
export const createCodesHandler =
  ({ sendCode, log }: { readonly sendCode: SendCode; readonly log: Log }) =>
  async (event: unknown) =>
    processQueueBatch(queueBatch.parse(event).Records, async ({ messageId, body }) => {
      try {
        await sendCode(parseCodeRequest(body));
      } catch (error) {
        if (hasName(error, 'TooManyRequestsException')) return false;
        if (!hasName(error, ...expectedErrors))
          log('error', 'code not sent', { requestId: messageId, error: errorFields(error) });
      }
      return true;
    });
