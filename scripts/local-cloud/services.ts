import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createCognito } from './cognito/cognito.ts';
import type { CognitoOptions } from './cognito/cognito.ts';
import { startDatabase } from './dynamodb/dynoxide.ts';
import { findProgram } from './dynamodb/install.ts';
import { dynamoDbProxy } from './dynamodb/proxy.ts';
import { startServer } from './fauxqs.ts';
import { localText } from './hosts.ts';
import type { Hosts } from './hosts.ts';
import { createIam, developerKey } from './iam/iam.ts';
import { createFunctions } from './lambda/functions.ts';
import { createInbox } from './mail/inbox.ts';
import type { Mail } from './mail/mailbox.ts';
import { openMailbox } from './mail/mailbox.ts';
import { startMessaging } from './messaging.ts';
import type { Ports, ServiceName } from './ports.ts';
import { createS3 } from './s3/s3.ts';
import { secretText } from './secrets-manager/resources.ts';
import { createSecretsManager } from './secrets-manager/secrets-manager.ts';
import { createConfigurationSets } from './ses/configuration-sets.ts';
import { createSes } from './ses/ses.ts';
import type { StandIns } from './stand-in.ts';
import type { SecretValue } from './template/dynamic-references.ts';
import type { Weather } from './weather.ts';

export type ServicesOptions = {
  readonly stateFolder: string;
  readonly region: string;
  readonly accountId: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** Closed in the reverse of their order of opening, also when opening the next one fails. */
  readonly closers: AsyncDisposableStack;
  readonly warn: (message: string) => void;
  readonly onLine: (functionName: string, line: string) => void;
  readonly open: Ports['open'];
  readonly standIns: StandIns;
  readonly say: (message: string) => void;
  /** Between two tries of a function that fails at a table's changes, in milliseconds. */
  readonly longestPauseMs: number;
  /** Which calls Cognito refuses for their rate. */
  readonly isCognitoThrottled?: CognitoOptions['isThrottled'];
  readonly weather: () => Weather;
  /** Hears of a part that ended by itself. */
  readonly onFailure: (what: string) => void;
};

/** Where each emulated service answers, by the SDK's name of it (`AWS_ENDPOINT_URL_…`). */
export type Endpoints = Record<Exclude<ServiceName, 'INBOX' | 'CLOUDFORMATION'>, string>;

/** The file of the database, which may still be in use by one that an earlier run left behind. */
export const databaseFile = (stateFolder: string) => join(stateFolder, 'dynamodb.sqlite');

/** Starts every emulated service, empty but for what an earlier run left. The template's resources come after. */
export const startServices = async (options: ServicesOptions) => {
  const { stateFolder, region, accountId, now, closers, warn, say, open } = options;
  mkdirSync(stateFolder, { recursive: true });
  const inState = (...path: string[]) => join(stateFolder, ...path);
  const hosts: [string, string][] = [];
  const iam = createIam(warn);
  const { allow, callerOf, secretOf } = iam;
  const instant = () => now().getTime();

  const database = await startDatabase(databaseFile(stateFolder), options.environment, options.onFailure, () =>
    findProgram({ say }),
  );
  closers.defer(database.stop);
  const databaseClient = new DynamoDBClient({ endpoint: database.endpoint, region, credentials: developerKey });
  closers.defer(() => databaseClient.destroy());
  const proxy = dynamoDbProxy({ endpoint: database.endpoint, region, accountId, allow, callerOf });

  const server = await startServer(region, inState('queues'));
  closers.defer(server.stop);
  const functions = createFunctions({ logFolder: inState('logs'), hosts: (): Hosts => hosts, onLine: options.onLine });
  const messaging = await startMessaging({
    server,
    checkpointFile: inState('checkpoints.json'),
    region,
    accountId,
    database: { endpoint: database.endpoint, client: databaseClient },
    iam,
    functions,
    now,
    warn,
    longestPauseMs: options.longestPauseMs,
    open,
    onClose: (close) => closers.defer(close),
  });
  const { bridge, mappings, schedules } = messaging;
  const secretsFile = inState('secrets.json');
  const secretArns: string[] = [];
  const secretValue: SecretValue = (id, versionId) => secretText(secretsFile, id, versionId);
  const standIns = options.standIns({
    stateFolder,
    region,
    now,
    warn,
    bridge,
    endpoints: messaging.endpoints,
    secretValues: () => secretArns.map((arn) => secretValue(arn)),
  });
  for (const { stop } of Object.values(standIns)) if (stop) closers.defer(stop);
  // They close in the reverse of this: nothing new begins, what is under way ends with its function, and is noted while all else is still there.
  closers.defer(mappings.ended);
  closers.defer(functions.stop);
  closers.defer(mappings.halt);
  closers.defer(schedules.stop);

  const mailbox = openMailbox(inState('mail.jsonl'));
  // Links in an email lead to real addresses.
  const configurationSets = createConfigurationSets(bridge);
  const sendMail = (mail: Omit<Mail, 'id'> & { readonly configurationSet?: string | undefined }) => {
    mailbox.receive({ ...mail, html: localText(hosts, mail.html) });
    configurationSets.sent(mail).catch((error: unknown) => warn(`SES: ${String(error)}`));
  };
  const cognito = createCognito({
    region,
    accountId,
    stateFile: inState('cognito.json'),
    now,
    sendMail,
    allow,
    isThrottled: options.isCognitoThrottled,
    latencyMs: () => options.weather().cognitoLatencyMs ?? 0,
    invokeTrigger: async (functionArn, event) => {
      const { userPoolId } = event as { userPoolId: string };
      const sourceArn = `arn:aws:cognito-idp:${region}:${accountId}:userpool/${userPoolId}`;
      const outcome = await functions.invokeFor(
        { principal: 'cognito-idp.amazonaws.com', sourceArn },
        functionArn,
        event,
        { cold: options.weather().hasColdTriggers ?? false },
      );
      if (outcome === 'throttled')
        throw Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' });
      if ('error' in outcome) throw new Error(outcome.error.errorMessage);
      return outcome.payload;
    },
  });
  closers.defer(cognito.flush);

  const secrets = createSecretsManager({ stateFile: secretsFile, region, accountId, now: instant, allow });
  const ses = createSes({ region, accountId, now, sendMail, allow, callerOf });
  const s3 = createS3({ server, region, now: instant, allow, secretOf });

  const endpoints: Endpoints = {
    DYNAMODB: await open(proxy, 'DYNAMODB'),
    COGNITO_IDENTITY_PROVIDER: await open(cognito.listener, 'COGNITO_IDENTITY_PROVIDER'),
    S3: await open(s3.listener, 'S3'),
    SECRETS_MANAGER: await open(secrets.listener, 'SECRETS_MANAGER'),
    SESV2: await open(ses, 'SESV2'),
    ...messaging.endpoints,
  };
  const inboxUrl = await open(createInbox(mailbox), 'INBOX');

  hosts.push(
    [`https://dynamodb.${region}.amazonaws.com`, endpoints.DYNAMODB],
    [`https://cognito-idp.${region}.amazonaws.com`, endpoints.COGNITO_IDENTITY_PROVIDER],
    [`https://s3.${region}.amazonaws.com`, endpoints.S3],
    [`https://secretsmanager.${region}.amazonaws.com`, endpoints.SECRETS_MANAGER],
    [`https://sqs.${region}.amazonaws.com`, endpoints.SQS],
    [`https://events.${region}.amazonaws.com`, endpoints.EVENTBRIDGE],
    [`https://email.${region}.amazonaws.com`, endpoints.SESV2],
  );
  const standInUrls: Record<string, string> = {};
  for (const [name, { listener, standsFor = [] }] of Object.entries(standIns)) {
    const url = await open(listener);
    standInUrls[name] = url;
    for (const real of standsFor) hosts.push([real, url + new URL(real).pathname]);
  }
  return {
    hosts,
    iam,
    endpoints,
    functions,
    cognito,
    configurationSets,
    secrets,
    secretArns,
    secretValue,
    s3,
    open,
    databaseClient,
    messaging,
    standIns,
    standInUrls,
    inboxUrl,
  };
};

export type Services = Awaited<ReturnType<typeof startServices>>;
