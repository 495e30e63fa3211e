import { beforeEach, expect } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal } from './testing/steps.ts';

const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:messages';
const { target, portal } = contractPortal({ LambdaConfig: { CustomMessage: functionArn } });
const inbox = testWith('inbox');
const invite = (name: string) =>
  portal.invite(`${name}@example.com`, { MessageAction: undefined, DesiredDeliveryMediums: ['EMAIL'] });
const answering = (response: unknown) => (target.trigger.answer = (event: object) => ({ ...event, response }));

beforeEach(() => void target.mails.splice(0));

inbox('refuses a message without the places for name and password, and what is none', async () => {
  for (const response of [{ emailMessage: 'only {####}' }, { emailMessage: 'only {username}' }, 'nonsense']) {
    answering(response);
    expect(await refusal(invite(JSON.stringify(response).length.toString()))).toContain(
      'InvalidLambdaResponseException',
    );
  }
  expect(target.mails).toEqual([]);
});

inbox('passes on why the function failed', async () => {
  target.trigger.answer = () => {
    throw new Error('no text for nfr');
  };
  expect(await refusal(invite('fails'))).toBe(
    'UserLambdaValidationException: CustomMessage failed with error no text for nfr.',
  );
});
