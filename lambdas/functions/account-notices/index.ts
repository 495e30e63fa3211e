import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { dynamoDb, ses, sqs } from '#lambdas/lib/aws/clients.ts';
import { deadLetterSender } from '#lambdas/lib/aws/dead-letters.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { usersStore } from '#lambdas/lib/users/users.ts';
import { noticesHandler } from './notices.ts';

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

export const handler = createEventHandler('account-notices', (env, log) => {
  const client = ses(env.SES_REGION);
  const users = usersStore(dynamoDb(), env.USERS_TABLE);
  return noticesHandler({
    send: async ({ to, subject, html }) => {
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: env.EMAIL_FROM,
          ConfigurationSetName: env.CONFIGURATION_SET,
          Destination: { ToAddresses: [...to] },
          Content: { Simple: { Subject: utf8(subject), Body: { Html: utf8(html) } } },
        }),
      );
    },
    listAdminEmails: async (region) => (await users.admins(region)).map(({ email }) => email),
    deadLetters: deadLetterSender(sqs(), env.LOST_NOTICES_URL),
    senders: env.WRITERS,
    log,
  });
});
