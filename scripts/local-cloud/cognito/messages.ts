import { CognitoError } from './errors.ts';
import type { Client, Pool, User, World } from './state.ts';
import { codePlaceholder, customMessage, usernamePlaceholder } from './triggers.ts';
import type { MessageRequest } from './triggers.ts';

type Metadata = Record<string, string> | undefined;
type Text = { subject: string; body: string };

/** A text without its placeholders would leave the person without a way in: better no message at all. */
const checkPlaceholders = (body: string, placeholders: string[]) => {
  const missing = placeholders.filter((placeholder) => !body.includes(placeholder));
  if (missing.length) {
    throw new CognitoError(
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
export const sendInvitation = (world: World, pool: Pool, user: User, password: string, metadata: Metadata) => {
  const template = pool.settings.AdminCreateUserConfig?.InviteMessageTemplate;
  return send(
    world,
    pool,
    user,
    { source: 'CustomMessage_AdminCreateUser', clientId: 'CLIENT_ID_NOT_APPLICABLE', metadata },
    {
      subject: template?.EmailSubject ?? 'Your temporary password',
      body:
        template?.EmailMessage ??
        `Your username is ${usernamePlaceholder} and temporary password is ${codePlaceholder}.`,
    },
    password,
  );
};

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
