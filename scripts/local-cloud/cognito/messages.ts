import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import type { Pool, User, CognitoState } from './state.ts';

type Message = {
  readonly source: 'CustomMessage_AdminCreateUser' | 'CustomMessage_ForgotPassword';
  readonly clientId: string;
  readonly metadata: Record<string, string> | undefined;
  /** Temporary password, or password reset code. */
  readonly code: string;
};

const codePlaceholder = '{####}';
const usernamePlaceholder = '{username}';

const TriggerResult = z.looseObject({
  response: z.looseObject({
    emailSubject: z.nullish(z.string()),
    emailMessage: z.nullish(z.string().check(z.maxLength(20_000))),
  }),
});

const createTriggerEvent = (state: CognitoState, pool: Pool, user: User, { source, clientId, metadata }: Message) => ({
  version: '1',
  region: state.region,
  userPoolId: pool.id,
  userName: user.username,
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
  triggerSource: source,
  request: {
    userAttributes: { ...user.attributes, 'cognito:user_status': user.status },
    codeParameter: codePlaceholder,
    linkParameter: '{##Click Here##}',
    usernameParameter: source === 'CustomMessage_AdminCreateUser' ? usernamePlaceholder : null,
    ...(metadata ? { clientMetadata: metadata } : {}),
  },
  response: { smsMessage: null, emailMessage: null, emailSubject: null },
});

const invokeCustomMessage = async (state: CognitoState, pool: Pool, user: User, request: Message) => {
  const functionArn = pool.settings.LambdaConfig?.CustomMessage;
  if (functionArn === undefined) return {};
  const result = await state
    .invokeTrigger(functionArn, createTriggerEvent(state, pool, user, request))
    .catch((error: Error) => {
      throw new ServiceError('UserLambdaValidationException', `CustomMessage failed with error ${error.message}.`);
    });
  const parsed = TriggerResult.safeParse(result);
  if (!parsed.success) throw new ServiceError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  const { emailSubject, emailMessage } = parsed.data.response;
  return { subject: emailSubject ?? undefined, body: emailMessage ?? undefined };
};

/**
 * Sends the message that the pool's CustomMessage function returns, or the pool's default. Throws the errors that the
 * function causes.
 */
export const sendMessage = async (state: CognitoState, pool: Pool, user: User, message: Message) => {
  const isInvitation = message.source === 'CustomMessage_AdminCreateUser';
  const fallback = isInvitation
    ? {
        subject: 'Your temporary password',
        body: `Your username is ${usernamePlaceholder} and temporary password is ${codePlaceholder}.`,
      }
    : { subject: 'Your verification code', body: `Your password reset code is ${codePlaceholder}` };
  const { subject = fallback.subject, body = fallback.body } = await invokeCustomMessage(state, pool, user, message);
  // The recipient cannot sign in without the placeholders' values, so such a message is not sent.
  if (!body.includes(codePlaceholder) || (isInvitation && !body.includes(usernamePlaceholder)))
    throw new ServiceError('InvalidLambdaResponseException', 'The message lacks a placeholder');
  const to = user.attributes.email ?? '';
  state.sendMail({
    to,
    subject,
    html: body.replaceAll(usernamePlaceholder, to).replaceAll(codePlaceholder, () => message.code),
    at: state.now().toISOString(),
    configurationSet: pool.settings.EmailConfiguration?.ConfigurationSet,
  });
};
