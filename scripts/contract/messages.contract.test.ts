import { afterAll, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import { openTarget, refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import type { Target } from '#scripts/local-cloud/testing/cognito-target.ts';
import { portalSettings } from './testing/portal-settings.ts';
import { buildTimeoutMs, setUp, temporary } from './testing/steps.ts';
import type { Setting } from './testing/steps.ts';

let target: Target;
const inbox = testWith('inbox');
const byMail = { MessageAction: undefined, DesiredDeliveryMediums: ['EMAIL' as const] };

beforeAll(async () => {
  target = await openTarget();
  await portalSettings();
}, buildTimeoutMs);
afterAll(() => target.close());

describe('a pool without a function for its messages', () => {
  inbox('sends its own invitation with name and temporary password', async () => {
    const pool = await setUp(target);
    await pool.invite('default@example.com', byMail);
    expect(target.mails.at(-1)).toEqual({
      to: 'default@example.com',
      subject: 'Your temporary password',
      html: `Your username is default@example.com and temporary password is ${temporary}.`,
      at: expect.stringMatching(/Z$/),
    });
  });

  inbox('makes up a password that fits the policy', async () => {
    const pool = await setUp(target);
    await pool.invite('made-up@example.com', { ...byMail, TemporaryPassword: undefined });
    const [, password = ''] = /temporary password is (.*)\.$/.exec(target.mails.at(-1)?.html ?? '') ?? [];
    expect((await pool.start('made-up@example.com', password)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  inbox('SUPPRESS sends nothing', async () => {
    const pool = await setUp(target);
    const before = target.mails.length;
    await pool.invite('quiet@example.com');
    expect(target.mails).toHaveLength(before);
  });
});

describe('a pool with a CustomMessage function', () => {
  let pool: Setting;
  const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:messages';
  const answering = (response: object) => (event: never) => ({ ...(event as object), response });

  beforeAll(async () => {
    pool = await setUp(target, { LambdaConfig: { CustomMessage: functionArn } });
  });
  beforeEach(() => {
    target.trigger.events.length = 0;
    target.trigger.answer = answering({ emailSubject: 'Hello', emailMessage: '<a>{username}</a> {####}' });
  });

  inbox('asks it for the invitation and fills in what it answers', async () => {
    const { User } = await pool.invite('custom@example.com', byMail);
    expect(target.trigger.events).toEqual([
      expect.objectContaining({
        version: '1',
        triggerSource: 'CustomMessage_AdminCreateUser',
        region: 'eu-central-1',
        userPoolId: pool.UserPoolId,
        userName: User?.Username,
        callerContext: { awsSdkVersion: expect.any(String), clientId: 'CLIENT_ID_NOT_APPLICABLE' },
        request: expect.objectContaining({
          codeParameter: '{####}',
          usernameParameter: '{username}',
          userAttributes: expect.objectContaining({
            email: 'custom@example.com',
            'cognito:user_status': 'FORCE_CHANGE_PASSWORD',
          }),
        }),
        response: { smsMessage: null, emailMessage: null, emailSubject: null },
      }),
    ]);
    expect(target.mails.at(-1)).toMatchObject({ subject: 'Hello', html: `<a>custom@example.com</a> ${temporary}` });
  });

  inbox('tells it of a resent invitation through the metadata, and the new password replaces the old one', async () => {
    await pool.invite('again@example.com', byMail);
    const resend = { MessageAction: 'RESEND' as const, UserAttributes: undefined, ClientMetadata: { kind: 'resend' } };
    await pool.invite('again@example.com', { ...byMail, ...resend, TemporaryPassword: 'Renewed-pass-5!' });
    expect(target.trigger.events.at(-1)).toMatchObject({
      triggerSource: 'CustomMessage_AdminCreateUser',
      request: { clientMetadata: { kind: 'resend' } },
    });
    expect(target.mails.at(-1)?.html).toContain('Renewed-pass-5!');
    expect((await refusal(pool.start('again@example.com', temporary))).name).toBe('NotAuthorizedException');
    expect((await pool.start('again@example.com', 'Renewed-pass-5!')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  inbox('asks it for the message with the reset code', async () => {
    await pool.confirmed('code@example.com');
    await pool.forgot('code@example.com');
    expect(target.trigger.events.at(-1)).toMatchObject({
      triggerSource: 'CustomMessage_ForgotPassword',
      callerContext: { clientId: pool.ClientId },
    });
    expect(target.mails.at(-1)?.html).toMatch(/<a>code@example.com<\/a> \d{6}/);
  });

  inbox('falls back to its own text when the function has none', async () => {
    target.trigger.answer = (event) => event;
    await pool.invite('fallback@example.com', byMail);
    expect(target.mails.at(-1)?.subject).toBe('Your temporary password');
  });

  inbox('refuses a message without the places for name and password', async () => {
    const before = target.mails.length;
    for (const emailMessage of ['only {####}', 'only {username}']) {
      target.trigger.answer = answering({ emailMessage });
      const name = `${emailMessage.length}@example.com`;
      expect((await refusal(pool.invite(name, byMail))).name).toBe('InvalidLambdaResponseException');
    }
    target.trigger.answer = () => 'nonsense';
    expect((await refusal(pool.invite('nonsense@example.com', byMail))).name).toBe('InvalidLambdaResponseException');
    expect(target.mails).toHaveLength(before);
  });

  inbox('passes on why the function failed, or that it may not be called', async () => {
    target.trigger.answer = () => {
      throw new Error('no text for nfr');
    };
    expect(await refusal(pool.invite('fails@example.com', byMail))).toEqual({
      name: 'UserLambdaValidationException',
      message: 'CustomMessage failed with error no text for nfr.',
    });
    target.trigger.answer = () => {
      throw Object.assign(new Error('no permission'), { name: 'AccessDeniedException' });
    };
    expect((await refusal(pool.invite('forbidden@example.com', byMail))).name).toBe('UnexpectedLambdaException');
  });
});
