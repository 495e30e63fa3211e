import * as z from 'zod/mini';
import { parseJson } from '#shared/api/parse-json.ts';
import type { Feature } from '#shared/api/routes/table.ts';
import { regionIds } from './regions.ts';
import type { TableName } from './tables.ts';

/** Creates the schema of a variable that contains JSON. */
const json = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(z.pipe(z.string(), z.transform(parseJson)), schema);

const regionSettings = z.object({
  userPoolId: z.string(),
  clientId: z.string(),
  returnsAvailable: z.boolean(),
  returnPeriodDays: z.int(),
  /** Date of the terms that the region's customers accept. */
  termsLastUpdated: z.iso.date(),
});
export type RegionSettings = z.output<typeof regionSettings>;

/**
 * Sender in the footer of emails: `lines` are the provider's name and address, `ask` is the email address or the
 * website for questions.
 */
const sender = z.object({ lines: z.array(z.string()), ask: z.string() });
export type EmailSender = z.output<typeof sender>;
/** WRITERS contains the sender of each region. */
const senders = { WRITERS: json(z.record(z.enum(regionIds), sender)) };

/** Variables of the functions that send emails by SES. */
const emailVariables = {
  EMAIL_FROM: z.email(),
  SES_REGION: z.string(),
  /** SES configuration set that reports bounced emails. */
  CONFIGURATION_SET: z.optional(z.string()),
  ...senders,
};

/** One environment variable per table name. */
const tableVariables = <Names extends readonly TableName[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_TABLE`, z.string()])) as {
    readonly [Name in Names[number] as `${Uppercase<Name>}_TABLE`]: z.ZodMiniString;
  };

const apiVariables = {
  STAGE: z.string(),
  /** Configured group names; all other groups are ignored. */
  GROUP_NAMES: json(z.array(z.string())),
  ADMINS_NEED_SECOND_FACTOR: json(z.boolean()),
  REGIONS: json(z.record(z.enum(regionIds), regionSettings)),
  ...tableVariables('users', 'sessions'),
  ORIGIN_SECRET_ARN: z.string(),
};

const userChangeVariables = {
  STAGE: z.string(),
  GROUP_NAMES: apiVariables.GROUP_NAMES,
  REGIONS: apiVariables.REGIONS,
  ...tableVariables('users', 'stores', 'audit'),
};

const jobQueueVariables = {
  JOBS_QUEUE_URL: z.string(),
  /** Queue for revocation jobs, which don't wait for other jobs. */
  REVOCATIONS_QUEUE_URL: z.string(),
};

const apiEnvironment = z.object(apiVariables);
export type ApiEnvironment = z.output<typeof apiEnvironment>;

/** Functions without a route, invoked by AWS events. */
type Trigger =
  | 'cognito-messages'
  | 'record-stream'
  | 'provider-events'
  | 'user-reconciliation'
  | 'job-worker'
  | 'account-notices'
  | 'email-bounces'
  | 'daily-email-schedule'
  | 'daily-email-sender'
  | 'code-sender'
  | 'canary';
export type FunctionName = Feature | Trigger;

/** Environment variables of each function: infra sets them, the function parses them at start. */
export const environments = {
  auth: z.object({
    ...apiVariables,
    ...tableVariables('attempts', 'audit', 'stores', 'subscriptions'),
    /** True if the stage has a sender, and therefore the daily email. */
    HAS_DAILY_EMAIL: json(z.boolean()),
    CAPTCHA_SECRET_ARN: z.string(),
    CAPTCHA_VERIFY_URL: z.url(),
    /** True if a token of any site is valid, as with the provider's published test keys. */
    CAPTCHA_OF_ANY_SITE: json(z.boolean()),
    CODES_QUEUE_URL: z.string(),
    /** Secret with the key that hashes email addresses in logs. */
    ADDRESS_KEY_SECRET_ARN: z.string(),
    /** Secret with the app clients' secrets of all user pools. */
    CLIENTS_SECRET_ARN: z.string(),
  }),
  repairs: z.object({
    ...apiVariables,
    // Reads returns for the history of a device.
    ...tableVariables('attempts', 'repairs', 'returns', 'search', 'stores'),
  }),
  returns: z.object({ ...apiVariables, ...tableVariables('attempts', 'returns', 'search', 'stores') }),
  'return-files': z.object({
    ...apiVariables,
    ...tableVariables('attempts', 'returns', 'search', 'stores'),
    UPLOADS_BUCKET: z.string(),
  }),
  stores: z.object({
    ...apiVariables,
    ...tableVariables('attempts', 'repairs', 'returns', 'search', 'stores', 'statistics'),
  }),
  users: z.object({ ...apiVariables, ...tableVariables('audit', 'attempts', 'stores') }),
  'user-files': z.object({
    ...apiVariables,
    ...tableVariables('attempts', 'jobs', 'stores'),
    UPLOADS_BUCKET: z.string(),
  }),
  jobs: z.object({
    ...apiVariables,
    ...tableVariables('attempts', 'audit', 'jobs'),
    ...jobQueueVariables,
  }),
  'job-worker': z.object({
    ...userChangeVariables,
    ...tableVariables('jobs'),
    ...jobQueueVariables,
  }),
  'record-stream': z.object({
    STAGE: z.string(),
    ...tableVariables('repairs', 'returns', 'search', 'statistics'),
    EVENT_BUS_NAME: z.string(),
    /** Dead-letter queue of the record stream. */
    LOST_CHANGES_URL: z.string(),
  }),
  'provider-events': z.object({ STAGE: z.string(), ...tableVariables('repairs', 'returns') }),
  'user-reconciliation': z.object(userChangeVariables),
  /** One function per region (REGION), which sends its users' emails. SITE_URL is set if the stage has a domain. */
  'cognito-messages': z.object({
    STAGE: z.string(),
    REGION: z.enum(regionIds),
    ...senders,
    SITE_URL: z.optional(z.url()),
  }),
  'account-notices': z.object({
    STAGE: z.string(),
    ...emailVariables,
    ...tableVariables('users'),
    /** Dead-letter queue of the account notices. */
    LOST_NOTICES_URL: z.string(),
  }),
  'code-sender': z.object({ STAGE: z.string(), REGIONS: apiVariables.REGIONS, CLIENTS_SECRET_ARN: z.string() }),
  'email-bounces': z.object({ STAGE: z.string(), ...tableVariables('users', 'subscriptions') }),
  'daily-email-schedule': z.object({
    STAGE: z.string(),
    ...tableVariables('attempts', 'subscriptions'),
    DAILY_EMAILS_QUEUE_URL: z.string(),
  }),
  'daily-email-sender': z.object({
    STAGE: z.string(),
    ...emailVariables,
    GROUP_NAMES: apiVariables.GROUP_NAMES,
    ADMINS_NEED_SECOND_FACTOR: apiVariables.ADMINS_NEED_SECOND_FACTOR,
    REGIONS: apiVariables.REGIONS,
    ...tableVariables('users', 'stores', 'repairs', 'returns', 'search', 'subscriptions'),
    /** Secret whose keys sign the unsubscribe links. */
    CLIENTS_SECRET_ARN: z.string(),
    SITE_URL: z.url(),
  }),
  /** SITE_STAGE is the name of the stage in the site's config.json, which temporary stages share with `dev`. */
  canary: z.object({
    STAGE: z.string(),
    SITE_STAGE: z.string(),
    SITE_URL: z.url(),
    ...tableVariables('repairs', 'returns'),
  }),
} as const satisfies Record<FunctionName, z.ZodMiniType>;

/** Variables that infra must set for a function, as text; those that only some stages have are optional. */
export type EnvironmentVariables<F extends FunctionName> = {
  [Name in keyof z.input<(typeof environments)[F]>]: string;
};
export type Environment<F extends FunctionName> = z.output<(typeof environments)[F]>;
