import { hasName } from '#lambdas/aws/errors.ts';
import { queueBatch, workOff } from '#lambdas/aws/queue-batch.ts';
import { codeRequestOf } from '#lambdas/directory/code-requests.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { SendCode } from './pools.ts';

/** Cognito's errors for a request that gets no code, such as one for an unknown user. */
const expectedErrors = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/** Sends queued codes. Retries only requests that Cognito throttled: a second code would invalidate one that was sent. */
export const codesHandler =
  ({ sendCode, log }: { readonly sendCode: SendCode; readonly log: Log }) =>
  async (event: unknown) =>
    workOff(queueBatch.parse(event).Records, async ({ messageId, body }) => {
      try {
        await sendCode(codeRequestOf(body));
      } catch (error) {
        if (hasName(error, 'TooManyRequestsException')) return false;
        if (!hasName(error, ...expectedErrors))
          log('error', 'code not sent', { requestId: messageId, error: errorFields(error) });
      }
      return true;
    });
