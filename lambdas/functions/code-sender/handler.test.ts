import { expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { createCodesHandler } from './handler.ts';

const request = { region: 'nuk', email: 'kim@store.example', site: 'https://portal.example' };

/** Handles three requests, of which the second one fails with `error`. */
const handleThree = async (error?: Error) => {
  const sentRequests: unknown[] = [];
  const logLines: string[] = [];
  const handle = createCodesHandler({
    sendCode: async (codeRequest) => {
      sentRequests.push(codeRequest);
      if (error && sentRequests.length === 2) throw error;
    },
    log: jsonLog((line) => logLines.push(line)),
  });
  const bodies = [1, 2, 3].map(() => JSON.stringify(request));
  const response = await handle({ Records: bodies.map((body, index) => ({ messageId: `m${index + 1}`, body })) });
  return { sentRequests, logLines, retriedIds: response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
};
const buildError = (name: string) => Object.assign(new Error(`about ${request.email}`), { name });

test('sends one code per request', async () => {
  expect(await handleThree()).toEqual({ sentRequests: [request, request, request], logLines: [], retriedIds: [] });
});

test.each(['UserNotFoundException', 'NotAuthorizedException', 'InvalidParameterException', 'LimitExceededException'])(
  'ignores a request for which Cognito sends no code (%s)',
  async (name) =>
    expect(await handleThree(buildError(name))).toMatchObject({
      sentRequests: { length: 3 },
      logLines: [],
      retriedIds: [],
    }),
);

test('retries a throttled request', async () => {
  expect(await handleThree(buildError('TooManyRequestsException'))).toMatchObject({ logLines: [], retriedIds: ['m2'] });
});

test.each(['TimeoutError', 'CodeDeliveryFailureException', 'UserLambdaValidationException'])(
  'logs a code that may have been sent (%s) without retry',
  async (name) => {
    const { sentRequests, logLines, retriedIds } = await handleThree(buildError(name));
    expect({ sentRequests: sentRequests.length, retriedIds }).toEqual({ sentRequests: 3, retriedIds: [] });
    expect(logLines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', message: 'code not sent', requestId: 'm2' }),
    ]);
    expect(logLines.join()).not.toContain(request.email);
  },
);
