import { createCognitoClient, createSecretsManagerClient } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createRotatedSecretReader } from '#lambdas/lib/http/secrets.ts';
import { createCodeSender } from './code-pools.ts';
import { createCodesHandler } from './handler.ts';

export const handler = createEventHandler('code-sender', (env, log) =>
  createCodesHandler({
    sendCode: createCodeSender(
      createCognitoClient(),
      env.REGIONS,
      createRotatedSecretReader(createSecretsManagerClient(), env.CLIENTS_SECRET_ARN),
    ),
    log,
  }),
);
