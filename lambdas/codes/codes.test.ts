import { expect, test } from '@jest/globals';
import { jsonLog } from '#lambdas/http/log.ts';
import { codesHandler } from './codes.ts';

const request = { region: 'nuk', email: 'kim@store.example', site: 'https://portal.example' };

/** Handles requests of which the second one meets what Cognito says. */
const handling = async (error?: Error) => {
  const sent: unknown[] = [];
  const lines: string[] = [];
  const handle = codesHandler({
    sendCode: async (one) => {
      sent.push(one);
      if (error && sent.length === 2) throw error;
    },
    log: jsonLog((line) => lines.push(line)),
  });
  const bodies = [1, 2, 3].map(() => JSON.stringify(request));
  const answer = await handle({ Records: bodies.map((body, at) => ({ messageId: `m${at + 1}`, body })) });
  return { sent, lines, again: answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
};
const named = (name: string) => Object.assign(new Error(`about ${request.email}`), { name });

test('each request is one code', async () => {
  expect(await handling()).toEqual({ sent: [request, request, request], lines: [], again: [] });
});

test.each(['UserNotFoundException', 'NotAuthorizedException', 'InvalidParameterException', 'LimitExceededException'])(
  'to whom Cognito sends none (%s) is done with, without a word',
  async (name) => expect(await handling(named(name))).toMatchObject({ sent: { length: 3 }, lines: [], again: [] }),
);

test('what Cognito was too busy for comes again', async () => {
  expect(await handling(named('TooManyRequestsException'))).toMatchObject({ lines: [], again: ['m2'] });
});

test.each(['TimeoutError', 'CodeDeliveryFailureException', 'UserLambdaValidationException'])(
  'what may have been sent (%s) is logged, without the address, and does not come again',
  async (name) => {
    const { sent, lines, again } = await handling(named(name));
    expect({ sent: sent.length, again }).toEqual({ sent: 3, again: [] });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', message: 'code not sent', requestId: 'm2' }),
    ]);
    expect(lines.join()).not.toContain(request.email);
  },
);
