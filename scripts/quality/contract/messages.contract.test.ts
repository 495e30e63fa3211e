import { beforeEach, expect } from '@jest/globals';
import { toOutcome, testIfTargetHas } from '#scripts/local-cloud/testing/cognito-target.ts';
import { openPortalPool } from './testing/steps.ts';

const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:messages';
const { target, portal } = openPortalPool({ LambdaConfig: { CustomMessage: functionArn } });
/** Defines a test that reads the sent emails, which only the emulator can. */
const inboxTest = testIfTargetHas('inbox');
const inviteByEmail = (name: string) =>
  portal.invite(`${name}@example.com`, { MessageAction: undefined, DesiredDeliveryMediums: ['EMAIL'] });
const respondWith = (response: unknown) => (target.trigger.answer = (event: object) => ({ ...event, response }));

beforeEach(() => void target.mails.splice(0));

inboxTest('rejects a message that lacks a placeholder, and an invalid response', async () => {
  for (const response of [{ emailMessage: 'only {####}' }, { emailMessage: 'only {username}' }, 'nonsense']) {
    respondWith(response);
    expect(await toOutcome(inviteByEmail(JSON.stringify(response).length.toString()))).toContain(
      'InvalidLambdaResponseException',
    );
  }
  expect(target.mails).toEqual([]);
});

inboxTest('returns the error message of the CustomMessage function to the caller', async () => {
  target.trigger.answer = () => {
    throw new Error('no text for nfr');
  };
  expect(await toOutcome(inviteByEmail('fails'))).toBe(
    'UserLambdaValidationException: CustomMessage failed with error no text for nfr.',
  );
});
