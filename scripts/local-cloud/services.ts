import { mkdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { createApiGatewayResourceTypes } from './api-gateway/resources.ts';
import { createBackup } from './backup/backup.ts';
import { createCloudFormation } from './cloudformation/cloudformation.ts';
import { createBucketDeployment } from './cloudfront/bucket-origin.ts';
import { createCloudFrontResourceTypes } from './cloudfront/resources.ts';
import { createCognito } from './cognito/cognito.ts';
import { createFirewalls } from './conditions/firewall.ts';
import { toDatabaseFile, startDatabase } from './dynamodb/dynoxide.ts';
import { createDynamoDbProxy } from './dynamodb/proxy.ts';
import { createDynamoDbResourceTypes } from './dynamodb/tables.ts';
import { createMappings } from './event-source-mappings/mappings.ts';
import { createEventSourceMappingResourceTypes } from './event-source-mappings/resources.ts';
import { createEventBridge } from './events/event-bridge.ts';
import { createEventsResourceTypes } from './events/resources.ts';
import { createSchedules } from './events/schedules.ts';
import { startQueueServer } from './fauxqs.ts';
import { createIam, developerKey, createIamResourceTypes } from './iam/iam.ts';
import type { Account } from './iam/iam.ts';
import { createFunctions } from './lambda/functions.ts';
import { createLambdaResourceTypes } from './lambda/resources.ts';
import { createInbox, openMailbox } from './mail/inbox.ts';
import type { Conditions, LocalCloudOptions, StandIn } from './options.ts';
import type { Endpoints, Ports } from './ports.ts';
import { createS3ResourceTypes } from './s3/resources.ts';
import { createS3 } from './s3/s3.ts';
import { createSecretsManager } from './secrets-manager/secrets-manager.ts';
import { createConfigurationSets, createSes } from './ses/ses.ts';
import type { SentMail } from './ses/ses.ts';
import { createSqsProxy } from './sqs/proxy.ts';
import { createQueues, createSqsResourceTypes } from './sqs/queues.ts';
import type { DeployedStack, ResourceType } from './template/deploy.ts';
import { ignoredResourceTypes } from './template/ignored-resource-types.ts';

type Service = {
  /** SDK name, host prefix of the real address, and listener; absent if the service has no API here. */
  readonly endpoint?: readonly [name: keyof Endpoints, host: string, listener: RequestListener];
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  /** Runs once the template is deployed. */
  readonly start?: () => void;
  /** Stops starting work and ends running work. */
  readonly stop?: () => void | Promise<void>;
};

type ServicesOptions = Required<
  Pick<LocalCloudOptions, 'stateFolder' | 'standIns' | 'maxRetryDelayMs' | 'warn' | 'onLine' | 'onFailure'>
> &
  Account & {
    readonly now: () => Date;
    /** Cleanups of the opened parts; they run in reverse order, also if opening a later part fails. */
    readonly closers: AsyncDisposableStack;
    readonly open: Ports['open'];
    readonly getConditions: () => Conditions;
    /** Host and port of the site. */
    readonly siteDomain: string;
    readonly publishSite: (listener: RequestListener) => void;
    /** Deployed stacks, added as they are deployed. */
    readonly stacks: ReadonlyMap<string, DeployedStack>;
  };

/** Starts every emulated service with the state of an earlier run; the template's resources are created afterwards. */
export const startServices = async (options: ServicesOptions) => {
  const { stateFolder, region, accountId, now, closers, warn, open, getConditions, siteDomain } = options;
  mkdirSync(stateFolder, { recursive: true });
  const statePath = (...path: string[]) => join(stateFolder, ...path);
  const hosts: [real: string, local: string][] = [];
  const endpoints = {} as Endpoints;
  const iam = createIam(warn);
  const commonOptions = { region, accountId, now, warn, isAllowed: iam.isAllowed, findCaller: iam.findCaller };

  const database = await startDatabase(toDatabaseFile(stateFolder), options.onFailure);
  closers.defer(database.stop);
  const databaseClient = new DynamoDB({ endpoint: database.endpoint, region, credentials: developerKey });
  closers.defer(() => databaseClient.destroy());
  const dynamoDb = createDynamoDbProxy({ ...commonOptions, endpoint: database.endpoint, client: databaseClient });
  const queueServer = await startQueueServer(region, statePath('queues'));
  closers.defer(queueServer.stop);

  const functions = createFunctions({ logFolder: statePath('logs'), getHosts: () => hosts, onLine: options.onLine });
  const queues = createQueues(queueServer.endpoint, { region, accountId });
  const toQueueUrl = (name: string) => `${endpoints.SQS}/${accountId}/${name}`;
  const bridge = createEventBridge({ ...commonOptions, queues });
  const schedules = createSchedules({ ...commonOptions, functions });
  const mappings = createMappings({
    ...commonOptions,
    functions,
    queues,
    database: { endpoint: database.endpoint, client: databaseClient },
    checkpointFile: statePath('checkpoints.json'),
    maxRetryDelayMs: options.maxRetryDelayMs,
  });

  const secrets = createSecretsManager({ ...commonOptions, stateFile: statePath('secrets.json') });

  const mailbox = openMailbox(() => hosts, statePath('mail.jsonl'));
  const configurationSets = createConfigurationSets(bridge, warn);
  const sendMail = (mail: SentMail) => {
    mailbox.receive(mail);
    configurationSets.handleSentMail(mail);
  };
  const cognito = createCognito({
    ...commonOptions,
    stateFile: statePath('cognito.v8'),
    sendMail,
    getLatencyMs: () => getConditions().cognitoLatencyMs ?? 0,
    invokeTrigger: (functionArn, event) =>
      functions.trigger(functionArn, event, commonOptions, getConditions().hasColdTriggers),
  });

  const backup = createBackup({ ...commonOptions, isRoleAllowed: iam.isRoleAllowed, database: databaseClient });

  const s3 = createS3({ now: () => now().getTime(), ...iam });
  const buckets = createS3ResourceTypes({
    s3,
    getHosts: () => hosts,
    addHost: (real) => hosts.push([real, endpoints.S3]),
  });

  const apiUrls: string[] = [];
  const apiResourceTypes = createApiGatewayResourceTypes({
    ...commonOptions,
    functions,
    isThrottling: () => getConditions().throttlesApi ?? false,
    onCreated: async ({ domainName, listener }) => {
      const url = await open(listener);
      hosts.push([`https://${domainName}`, url]);
      apiUrls.push(url);
    },
  });
  const firewalls = createFirewalls(now, () => getConditions().hasFirewall ?? false);

  /**
   * In the order of start and stop: schedules stop before the functions, and the services that functions use stop
   * after them.
   */
  const services: readonly Service[] = [
    { resourceTypes: ignoredResourceTypes },
    { resourceTypes: createIamResourceTypes(iam) },
    { endpoint: ['DYNAMODB', 'dynamodb', dynamoDb], resourceTypes: createDynamoDbResourceTypes(databaseClient) },
    { endpoint: ['CLOUDFORMATION', 'cloudformation', createCloudFormation(options.stacks)], resourceTypes: {} },
    { endpoint: ['BACKUP', 'backup', backup.listener], resourceTypes: backup.resourceTypes },
    {
      endpoint: ['COGNITO_IDENTITY_PROVIDER', 'cognito-idp', cognito.listener],
      resourceTypes: cognito.resourceTypes,
      stop: cognito.flush,
    },
    { endpoint: ['S3', 's3', s3.listener], resourceTypes: buckets.resourceTypes },
    { endpoint: ['SECRETS_MANAGER', 'secretsmanager', secrets.listener], resourceTypes: secrets.resourceTypes },
    {
      endpoint: ['SESV2', 'email', createSes({ ...commonOptions, sendMail })],
      resourceTypes: configurationSets.resourceTypes,
    },
    {
      endpoint: ['EVENTBRIDGE', 'events', bridge.listener],
      resourceTypes: createEventsResourceTypes(bridge, schedules),
      start: schedules.start,
      stop: schedules.stop,
    },
    {
      resourceTypes: {
        ...createLambdaResourceTypes(functions, iam, endpoints),
        ...createEventSourceMappingResourceTypes(mappings, functions),
      },
      start: mappings.start,
      stop: async () => {
        mappings.stopPolling();
        await functions.stop();
        await mappings.waitUntilEnded();
      },
    },
    {
      endpoint: [
        'SQS',
        'sqs',
        createSqsProxy({ ...commonOptions, endpoint: queueServer.endpoint, queues, toUrl: toQueueUrl }),
      ],
      resourceTypes: createSqsResourceTypes(queues, toQueueUrl),
      stop: queues.close,
    },
    { resourceTypes: apiResourceTypes },
    {
      resourceTypes: {
        ...createCloudFrontResourceTypes({
          domainName: siteDomain,
          getHosts: () => hosts,
          findBucketOrigin: buckets.findBucketOrigin,
          publish: options.publishSite,
          protect: firewalls.protect,
          warn,
        }),
        ...firewalls.resourceTypes,
        'Custom::CDKBucketDeployment': createBucketDeployment(s3.objects),
      },
    },
  ];
  const standIns: StandIn[] = [];
  closers.defer(async () => {
    for (const { stop } of [...services, ...standIns]) await stop?.();
  });

  for (const { endpoint } of services) {
    if (!endpoint) continue;
    const [name, host, listener] = endpoint;
    endpoints[name] = await open(listener, name);
    hosts.push([`https://${host}.${region}.amazonaws.com`, endpoints[name]]);
  }
  const inboxUrl = await open(createInbox(mailbox, schedules.advanceTime), 'INBOX');
  const standInContext = { stateFolder, region, now, warn, bridge, endpoints, listSecretValues: secrets.listTexts };
  const standInUrls: Record<string, string> = {};
  for (const [name, standIn] of Object.entries(options.standIns(standInContext))) {
    standIns.push(standIn);
    const url = (standInUrls[name] = await open(standIn.listener));
    for (const real of standIn.replacedUrls ?? []) hosts.push([real, url + new URL(real).pathname]);
  }
  return {
    hosts,
    endpoints,
    resourceTypes: Object.assign({}, ...services.map(({ resourceTypes }) => resourceTypes)) as Service['resourceTypes'],
    start: () => {
      for (const { start } of [...services, ...standIns]) start?.();
    },
    functions,
    findSecretText: secrets.findText,
    /** Passed on to the caller of `startLocalCloud`. */
    publicApi: {
      inboxUrl,
      standInUrls,
      apiUrls,
      onEvent: bridge.onEvent,
      passTime: schedules.advanceTime,
    },
  };
};
