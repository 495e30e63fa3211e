import * as z from 'zod/mini';
import { parseJson } from './parse-json.ts';
import { regionIds } from './regions.ts';
import type { Feature } from './routes/table.ts';
import type { TableName } from './tables.ts';

const json = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(z.pipe(z.string(), z.transform(parseJson)), schema);

const regionSettings = z.object({
  userPoolId: z.string(),
  clientId: z.string(),
  returnsAvailable: z.boolean(),
  returnPeriodDays: z.int(),
  /** The date of the terms that its customers accept. */
  termsLastUpdated: z.iso.date(),
});
export type RegionSettings = z.output<typeof regionSettings>;

/** The sender of a region's emails, line by line, and where to ask. */
const writer = z.object({ lines: z.array(z.string()), ask: z.string() });
export type Writer = z.output<typeof writer>;
const writers = { WRITERS: json(z.record(z.enum(regionIds), writer)) };

/** The names of tables, each in a variable of its own. */
const tables = <Names extends readonly TableName[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_TABLE`, z.string()])) as {
    readonly [Name in Names[number] as `${Uppercase<Name>}_TABLE`]: z.ZodMiniString;
  };

const behindTheApi = {
  STAGE: z.string(),
  /** The configured group names; no other name of a group counts. */
  GROUP_NAMES: json(z.array(z.string())),
  ADMINS_NEED_SECOND_FACTOR: json(z.boolean()),
  REGIONS: json(z.record(z.enum(regionIds), regionSettings)),
  ...tables('users', 'sessions'),
  ORIGIN_SECRET_ARN: z.string(),
};

const changesUsers = {
  STAGE: z.string(),
  GROUP_NAMES: behindTheApi.GROUP_NAMES,
  REGIONS: behindTheApi.REGIONS,
  ...tables('users', 'stores', 'audit'),
};

const jobsQueues = {
  JOBS_QUEUE_URL: z.string(),
  /** Queue of the jobs that take rights away, which wait for no other job. */
  REVOCATIONS_QUEUE_URL: z.string(),
};

const apiEnvironment = z.object(behindTheApi);
export type ApiEnvironment = z.output<typeof apiEnvironment>;

/** Functions that stand behind no route: AWS calls them by itself. */
type Trigger =
  | 'emails'
  | 'changes'
  | 'back-office'
  | 'reconciliation'
  | 'job-worker'
  | 'notices'
  | 'bounces'
  | 'codes'
  | 'canary';
export type FunctionName = Feature | Trigger;

/** THE environment of each function: infra fills it in, the function parses it at start. */
export const environments = {
  auth: z.object({
    ...behindTheApi,
    ...tables('attempts', 'audit'),
    CAPTCHA_SECRET_ARN: z.string(),
    CAPTCHA_VERIFY_URL: z.url(),
    /** Whether a token counts whatever site it was ticked on, as with the provider's published keys. */
    CAPTCHA_OF_ANY_SITE: json(z.boolean()),
    CODES_QUEUE_URL: z.string(),
    ADDRESS_KEY_SECRET_ARN: z.string(),
    CLIENTS_SECRET_ARN: z.string(),
  }),
  repairs: z.object({
    ...behindTheApi,
    // Returns to read: a device's history holds them, too.
    ...tables('attempts', 'repairs', 'returns', 'search', 'stores'),
  }),
  returns: z.object({ ...behindTheApi, ...tables('attempts', 'returns', 'search', 'stores') }),
  'return-files': z.object({
    ...behindTheApi,
    ...tables('attempts', 'returns', 'search', 'stores'),
    UPLOADS_BUCKET: z.string(),
  }),
  stores: z.object({ ...behindTheApi, ...tables('stores') }),
  users: z.object({ ...behindTheApi, ...tables('audit', 'attempts', 'stores') }),
  'user-files': z.object({
    ...behindTheApi,
    ...tables('attempts', 'stores'),
    UPLOADS_BUCKET: z.string(),
  }),
  jobs: z.object({
    ...behindTheApi,
    ...tables('attempts', 'audit', 'jobs'),
    ...jobsQueues,
  }),
  'job-worker': z.object({
    ...changesUsers,
    ...tables('jobs'),
    ...jobsQueues,
  }),
  changes: z.object({
    STAGE: z.string(),
    ...tables('search'),
    EVENT_BUS_NAME: z.string(),
    LOST_CHANGES_URL: z.string(),
  }),
  'back-office': z.object({ STAGE: z.string(), ...tables('repairs', 'returns') }),
  reconciliation: z.object(changesUsers),
  /** One function per region: REGION is the one whose people it writes to. SITE_URL is there where the stage has a domain. */
  emails: z.object({ STAGE: z.string(), REGION: z.enum(regionIds), ...writers, SITE_URL: z.optional(z.url()) }),
  notices: z.object({
    STAGE: z.string(),
    EMAIL_FROM: z.email(),
    SES_REGION: z.string(),
    /** Where SES tells of emails that come back. */
    CONFIGURATION_SET: z.optional(z.string()),
    ...tables('users'),
    LOST_NOTICES_URL: z.string(),
    ...writers,
  }),
  codes: z.object({ STAGE: z.string(), REGIONS: behindTheApi.REGIONS, CLIENTS_SECRET_ARN: z.string() }),
  bounces: z.object({ STAGE: z.string(), ...tables('users') }),
  canary: z.object({ STAGE: z.string(), SITE_URL: z.url(), ...tables('repairs', 'returns') }),
} as const satisfies Record<FunctionName, z.ZodMiniType>;

/** What infra has to fill in for a function: every variable, as text, but for those that not every stage has. */
export type EnvironmentVariables<F extends FunctionName> = {
  [Name in keyof z.input<(typeof environments)[F]>]: string;
};
export type Environment<F extends FunctionName> = z.output<(typeof environments)[F]>;
