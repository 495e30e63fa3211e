import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import type { Client, Pool, User, World } from './state.ts';

type MessageSource = 'CustomMessage_AdminCreateUser' | 'CustomMessage_ForgotPassword';
export type MessageRequest = { source: MessageSource; clientId: string; metadata: Record<string, string> | undefined };

const codePlaceholder = '{####}';
const usernamePlaceholder = '{username}';

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
    if (isMissing(error)) throw new ServiceError('UnexpectedLambdaException', message);
    throw new ServiceError('UserLambdaValidationException', `CustomMessage failed with error ${message}.`);
  }
};

/** Subject and body that the pool's CustomMessage function wants, if there is one and it says so. */
const customMessage = async (world: World, pool: Pool, user: User, request: MessageRequest) => {
  const functionArn = pool.settings.LambdaConfig?.CustomMessage;
  if (functionArn === undefined) return {};
  const answer = Answer.safeParse(await invoke(world, functionArn, event(world, pool, user, request)));
  if (!answer.success) throw new ServiceError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  const { emailSubject, emailMessage } = answer.data.response;
  return { subject: emailSubject ?? undefined, body: emailMessage ?? undefined };
};

type Metadata = Record<string, string> | undefined;
type Text = { subject: string; body: string };

/** A text without its placeholders would leave the person without a way in: better no message at all. */
const checkPlaceholders = (body: string, placeholders: string[]) => {
  const missing = placeholders.filter((placeholder) => !body.includes(placeholder));
  if (missing.length) {
    throw new ServiceError(
      'InvalidLambdaResponseException',
      `The message lacks its placeholder ${missing.join(' and ')}`,
    );
  }
};

const send = async (world: World, pool: Pool, user: User, request: MessageRequest, fallback: Text, code: string) => {
  const custom = await customMessage(world, pool, user, request);
  const body = custom.body ?? fallback.body;
  const isInvitation = request.source === 'CustomMessage_AdminCreateUser';
  checkPlaceholders(body, isInvitation ? [usernamePlaceholder, codePlaceholder] : [codePlaceholder]);
  const to = user.attributes.email ?? '';
  world.sendMail({
    poolId: pool.id,
    to,
    subject: custom.subject ?? fallback.subject,
    html: body.replaceAll(usernamePlaceholder, to).replaceAll(codePlaceholder, () => code),
    at: world.now().toISOString(),
    configurationSet: pool.settings.EmailConfiguration?.ConfigurationSet,
  });
};

/** The invitation, also when it is sent again. Throws what the pool's function provokes. */
export const sendInvitation = (world: World, pool: Pool, user: User, password: string, metadata: Metadata) =>
  send(
    world,
    pool,
    user,
    { source: 'CustomMessage_AdminCreateUser', clientId: 'CLIENT_ID_NOT_APPLICABLE', metadata },
    {
      subject: 'Your temporary password',
      body: `Your username is ${usernamePlaceholder} and temporary password is ${codePlaceholder}.`,
    },
    password,
  );

/** The code for a forgotten password. Throws what the pool's function provokes. */
export const sendResetCode = (world: World, pool: Pool, client: Client, user: User, code: string, metadata: Metadata) =>
  send(
    world,
    pool,
    user,
    { source: 'CustomMessage_ForgotPassword', clientId: client.id, metadata },
    {
      subject: pool.settings.EmailVerificationSubject ?? 'Your verification code',
      body: pool.settings.EmailVerificationMessage ?? `Your password reset code is ${codePlaceholder}`,
    },
    code,
  );
