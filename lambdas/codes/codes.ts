import { hasName } from '#lambdas/aws/errors.ts';
import { queueBatch, workOff } from '#lambdas/aws/queue-batch.ts';
import { codeRequestOf } from '#lambdas/directory/code-requests.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import type { SendCode } from './pools.ts';

const noCode = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/** What Cognito was too busy for comes again; nothing else does, since a second code would void one that went out. */
export const codesHandler =
  ({ sendCode, log }: { readonly sendCode: SendCode; readonly log: Log }) =>
  async (queued: unknown) =>
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
