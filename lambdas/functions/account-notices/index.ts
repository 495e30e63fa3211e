import { createDynamoDbClient, createSesClient, createSqsClient } from '#lambdas/lib/aws/clients.ts';
import { createDeadLetterSender } from '#lambdas/lib/aws/dead-letters.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createSendEmail } from '#lambdas/lib/aws/send-email.ts';
import { createUsersStore } from '#lambdas/lib/users/users.ts';
import { createNoticesHandler } from './notices.ts';

export const handler = createEventHandler('account-notices', (env, log) => {
  const sendEmail = createSendEmail(createSesClient(env.SES_REGION), env);
  const users = createUsersStore(createDynamoDbClient(), env.USERS_TABLE);
  return createNoticesHandler({
    send: ({ to, ...email }) => sendEmail(to, email),
    listAdminEmails: async (region) => (await users.listAdmins(region)).map(({ email }) => email),
    deadLetters: createDeadLetterSender(createSqsClient(), env.LOST_NOTICES_URL),
    senders: env.WRITERS,
    log,
  });
});
