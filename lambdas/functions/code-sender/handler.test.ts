import { expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import { codesHandler } from './handler.ts';

const request = { region: 'nuk', email: 'kim@store.example', site: 'https://portal.example' };

/** Handles three requests, of which the second one fails with `error`. */
const handleThree = async (error?: Error) => {
  const sent: unknown[] = [];
  const lines: string[] = [];
  const handle = codesHandler({
    sendCode: async (codeRequest) => {
      sent.push(codeRequest);
      if (error && sent.length === 2) throw error;
    },
    log: jsonLog((line) => lines.push(line)),
  });
  const bodies = [1, 2, 3].map(() => JSON.stringify(request));
  const response = await handle({ Records: bodies.map((body, index) => ({ messageId: `m${index + 1}`, body })) });
  return { sent, lines, retried: response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
};
const errorNamed = (name: string) => Object.assign(new Error(`about ${request.email}`), { name });

test('sends one code per request', async () => {
  expect(await handleThree()).toEqual({ sent: [request, request, request], lines: [], retried: [] });
});

test.each(['UserNotFoundException', 'NotAuthorizedException', 'InvalidParameterException', 'LimitExceededException'])(
  'ignores a request without a code (%s)',
  async (name) =>
    expect(await handleThree(errorNamed(name))).toMatchObject({ sent: { length: 3 }, lines: [], retried: [] }),
);

test('retries a throttled request', async () => {
  expect(await handleThree(errorNamed('TooManyRequestsException'))).toMatchObject({ lines: [], retried: ['m2'] });
});

test.each(['TimeoutError', 'CodeDeliveryFailureException', 'UserLambdaValidationException'])(
  'logs a code that may have been sent (%s) without retry',
  async (name) => {
    const { sent, lines, retried } = await handleThree(errorNamed(name));
    expect({ sent: sent.length, retried }).toEqual({ sent: 3, retried: [] });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', message: 'code not sent', requestId: 'm2' }),
    ]);
    expect(lines.join()).not.toContain(request.email);
  },
);
