import { createDynamoDbClient, createSecretsManagerClient, createSesClient } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createPoolClients } from '#lambdas/lib/aws/pool-clients.ts';
import { createSendEmail } from '#lambdas/lib/aws/send-email.ts';
import { createSubscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { createUnsubscribeUrl } from '#lambdas/lib/daily-email/unsubscribe.ts';
import { createRotatedSecretReader } from '#lambdas/lib/http/secrets.ts';
import { createNewsReader } from '#lambdas/lib/news/news-reader.ts';
import { createRecordPages } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { createRecordSearchIndex } from '#lambdas/lib/records/search.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { createUsersStore } from '#lambdas/lib/users/users.ts';
import { createContentReader } from './content.ts';
import { createDailyEmail } from './email.ts';
import { createSenderHandler } from './sender.ts';
import { createTodoReader } from './todo-reader.ts';

export const handler = createEventHandler('daily-email-sender', (env, log) => {
  const db = createDynamoDbClient();
  const tables = { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE, search: env.SEARCH_TABLE };
  const { sign } = createPoolClients(
    createRotatedSecretReader(createSecretsManagerClient(), env.CLIENTS_SECRET_ARN),
    env.REGIONS,
  );
  const sendEmail = createSendEmail(createSesClient(env.SES_REGION), env);
  const site = env.SITE_URL;
  return createSenderHandler({
    subscriptions: createSubscriptions(db, env.SUBSCRIPTIONS_TABLE),
    users: createUsersStore(db, env.USERS_TABLE),
    readContent: createContentReader({
      todos: createTodoReader({
        index: createRecordSearchIndex(db, tables.search),
        listRepairs: createRecordPages(db, tables.repairs, repairKind),
        listReturns: createRecordPages(db, tables.returns, returnKind),
      }),
      news: createNewsReader(db, tables),
      stores: createStoresStore(db, env.STORES_TABLE),
      settings: env.REGIONS,
      configuredGroups: env.GROUP_NAMES,
      adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    }),
    writeEmail: async (region, sub, day, content) =>
      createDailyEmail(day, content, {
        region,
        sender: env.WRITERS[region],
        site,
        unsubscribeUrl: await createUnsubscribeUrl(sign, site, region, sub),
      }),
    send: (to, { headers, ...email }) => sendEmail([to], email, headers),
    now: () => new Date(),
    log,
  });
});
