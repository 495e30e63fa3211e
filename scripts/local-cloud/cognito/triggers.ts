import * as z from 'zod/mini';
import { CognitoError } from './errors.ts';
import type { Pool, User, World } from './state.ts';

type MessageSource = 'CustomMessage_AdminCreateUser' | 'CustomMessage_ForgotPassword';
export type MessageRequest = { source: MessageSource; clientId: string; metadata: Record<string, string> | undefined };

export const codePlaceholder = '{####}';
export const usernamePlaceholder = '{username}';

const Answer = z.looseObject({
  response: z.looseObject({
    emailSubject: z.nullish(z.string()),
    emailMessage: z.nullish(z.string().check(z.maxLength(20_000))),
  }),
});

const event = (world: World, pool: Pool, user: User, { source, clientId, metadata }: MessageRequest) => ({
  version: '1',
  region: world.region,
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

const isMissing = (error: unknown) =>
  error instanceof Error && ['AccessDeniedException', 'ResourceNotFoundException'].includes(error.name);

const invoke = async (world: World, functionArn: string, payload: unknown): Promise<unknown> => {
  try {
    return await world.invokeTrigger(functionArn, payload);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Cognito tells a function that failed from one that it could not call at all.
    if (isMissing(error)) throw new CognitoError('UnexpectedLambdaException', message);
    throw new CognitoError('UserLambdaValidationException', `CustomMessage failed with error ${message}.`);
  }
};

/** Subject and body that the pool's CustomMessage function wants, if there is one and it says so. */
export const customMessage = async (world: World, pool: Pool, user: User, request: MessageRequest) => {
  const functionArn = pool.settings.LambdaConfig?.CustomMessage;
  if (functionArn === undefined) return {};
  const answer = Answer.safeParse(await invoke(world, functionArn, event(world, pool, user, request)));
  if (!answer.success) throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  const { emailSubject, emailMessage } = answer.data.response;
  return { subject: emailSubject ?? undefined, body: emailMessage ?? undefined };
};
