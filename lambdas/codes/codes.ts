import { hasName } from '#lambdas/aws/errors.ts';
import { queueBatch, workOff } from '#lambdas/aws/queue-batch.ts';
import type { BatchAnswer } from '#lambdas/aws/stream-batch.ts';
import { codeRequestOf } from '#lambdas/directory/code-requests.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { SendCode } from './pools.ts';

/** Cognito's reasons for sending nobody a code; whoever asked is not told them. */
const noCode = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/**
 * Sends codes for forgotten passwords. What Cognito turned away for being busy comes again; anything else does not, since a second code
 * would void one that may have gone out: it is logged, and whoever waits asks again.
 */
export const codesHandler =
  ({ sendCode, log }: { readonly sendCode: SendCode; readonly log: Log }) =>
  async (queued: unknown): Promise<BatchAnswer> =>
    workOff(queueBatch.parse(queued).Records, async ({ messageId, body }) => {
      try {
        await sendCode(codeRequestOf(body));
      } catch (error) {
        if (hasName(error, 'TooManyRequestsException')) return false;
        if (!hasName(error, ...noCode))
          log('error', 'code not sent', { requestId: messageId, error: errorFields(error) });
      }
      return true;
    });
