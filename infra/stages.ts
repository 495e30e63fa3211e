import * as z from 'zod/mini';
import { captchaProviderNames, captchaProviders } from '#shared/config/captcha-providers.ts';
import { limits } from '#shared/config/limits.ts';
import { regionIds } from '#shared/config/regions.ts';
import { tableNames } from '#shared/config/tables.ts';
import { webConfig } from '#shared/config/web-config.ts';
import type { Group } from '#shared/users/groups.ts';
import { groups, simplifyGroup } from '#shared/users/groups.ts';

const groupNames = z.record(z.enum(groups), z.string()).check(
  z.refine((names) => groups.every((group) => simplifyGroup(names[group]) === group), {
    error: 'each configured name must contain its own group and no other',
  }),
);

const awsRegion = z.string().check(z.regex(/^[a-z]{2}-[a-z]+-\d$/));
const awsAccount = z.string().check(z.regex(/^\d{12}$/));

const stageSettings = z
  .extend(z.omit(webConfig, { stage: true, hasDailyEmail: true }), {
    /**
     * AWS account of the stage: a deployment with credentials of another account fails. Optional for stages that keep
     * no data.
     */
    account: z.optional(awsAccount),
    awsRegion,
    captcha: z.strictObject({ provider: z.enum(captchaProviderNames), siteKey: z.string() }),
    /**
     * Version ID of the secret that CloudFront sends after a rotation (`npm run secrets -- rotate`); without it, the
     * first version.
     */
    originSecretVersion: z.optional(z.uuid()),
    groupNames,
    /** Names of the groups before they were renamed, until all members are in the new ones (docs/runbooks/groups.md). */
    formerGroupNames: z.optional(groupNames),
    adminsNeedSecondFactor: z._default(z.boolean(), false),
    /** Without a domain, the site uses CloudFront's host name. */
    domain: z.optional(z.strictObject({ name: z.string(), hostedZoneId: z.string(), hostedZoneName: z.string() })),
    /**
     * Sender of emails by SES; `sesRegion` is the region of SES if it is not the stage's. Without a sender, Cognito sends
     * at most 50 emails a day.
     */
    email: z.optional(z.strictObject({ from: z.email(), sesRegion: z.optional(awsRegion) })),
    /** IPv4 addresses (CIDR) shared by many tills of a retailer, for which the firewall allows ten times the rate. */
    retailers: z._default(z.array(z.cidrv4()), []),
    /**
     * AWS account of the provider's back office, which may put events on the bus. Without it, only the portal's own
     * account may do so.
     */
    backOfficeAccount: z.optional(awsAccount),
    /**
     * Names of tables that were restored from a backup and that the stack uses instead of those it created
     * (docs/runbooks/restore.md).
     */
    adoptedTables: z.optional(z.partialRecord(z.enum(tableNames), z.string().check(z.regex(/^[\w.-]{3,255}$/)))),
    /**
     * Regions without their own legal texts for which the owner has confirmed that the portal's terms (for the UK and
     * Ireland, in pounds) and its `provider` apply.
     */
    portalTermsApplyIn: z.optional(z.array(z.enum(regionIds))),
    /**
     * Enables nightly backups (`backupDays` in infra/backups.ts) in addition to DynamoDB's 35 days of point-in-time
     * recovery.
     */
    backups: z._default(z.boolean(), false),
    alarmEmail: z.email(),
    /** HTTPS endpoints that also receive all alarms, such as those of an incident tool or a chat. */
    alarmEndpoints: z._default(z.array(z.url({ protocol: /^https$/ })), []),
    /** URL of docs/runbooks for the recipients of alarms; each alarm links to a section. */
    runbooks: z.url(),
    /** Contact for vulnerability reports in the site's security.txt: an https: or mailto: address. */
    securityContact: z.url({ protocol: /^(https|mailto)$/ }),
    /** Enables AWS WAF. Without it, only the limits per route, user and sign-in apply, none per address or browser. */
    firewall: z._default(z.boolean(), true),
    /**
     * All alarms and a dashboard, or only the essential alarms: those that roll back a deployment, and those for lost
     * data.
     */
    alarms: z._default(z.enum(['all', 'essential']), 'all'),
    /**
     * Encrypts alarm messages with a KMS key of the stage, which costs a monthly fee and more with each of its first
     * two rotations.
     */
    customerKeys: z._default(z.boolean(), false),
    logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const),
    /** Retention of CloudFront and S3 access logs, in days; docs/data-inventory.md describes their content. */
    accessLogDays: z.int().check(z.positive()),
    /**
     * Hours without an RMA number after which a repair or return raises an alarm; a weekend has 64 hours. Omitted for
     * stages without a provider.
     */
    rmaPendingHours: z.optional(z.int().check(z.positive())),
    /** Weekday hours, in UTC, in which a user is always signed in; without them, missing traffic raises no alarm. */
    businessHours: z.optional(z.strictObject({ from: z.int(), to: z.int() })),
    /** Monthly cost in US dollars above which the budget sends a notification. */
    monthlyBudget: z.number().check(z.positive()),
    /** Reserves concurrency for heavy functions; a new account has none to spare. */
    reservesConcurrency: z.boolean(),
    /** Enables deletion protection, and retains resources when the stack is deleted. */
    keepsData: z.boolean(),
  })
  .check(
    z.refine(
      ({ groupNames: names, formerGroupNames }) => groups.every((group) => names[group] !== formerGroupNames?.[group]),
      { error: 'formerGroupNames: each group needs another name than in groupNames' },
    ),
    z.refine((settings) => !JSON.stringify(settings).includes('"http:'), { error: 'every address must be https' }),
    z.refine(({ regions }) => regionIds.every((id) => !regions[id].legal || regions[id].legal.termsLastUpdated), {
      error: 'regions: legal texts elsewhere have terms of some date (termsLastUpdated)',
    }),
    z.refine(({ firewall, retailers }) => firewall || retailers.length === 0, {
      error: 'retailers: without a firewall nothing counts what they send',
    }),
    // Only an empty vault can be deleted, and a locked vault cannot be emptied.
    z.refine(({ keepsData, backups }) => keepsData || !backups, {
      error: 'backups: a stage that keeps nothing could not be deleted with its backups',
    }),
  );

export type StageSettings = z.output<typeof stageSettings>;
export type Stage = StageSettings & { readonly name: string };

export const parseStageSettings = (settings: unknown): StageSettings => stageSettings.parse(settings);

export const toGroupNames = (stage: string) =>
  Object.fromEntries(groups.map((group) => [group, `portal-${stage}-${group}`])) as Record<Group, string>;

const createDefaults = (stage: string) => ({
  awsRegion: 'eu-central-1',
  trackingUrl: `https://tracking.example.com/${stage}`,
  captcha: { provider: 'recaptcha' as const, siteKey: `captcha-site-key-of-${stage}` },
  groupNames: toGroupNames(stage),
  alarmEmail: `portal-${stage}@example.com`,
  runbooks: 'https://code.example.com/retailer-support-portal/docs/runbooks',
  securityContact: 'https://code.example.com/retailer-support-portal/security/advisories/new',
  provider: {
    name: 'Example Repairs Ltd',
    address: ['1 Example Street', 'London EX1 1EX', 'United Kingdom'],
    email: `repairs-${stage}@example.com`,
  },
  regions: {
    nuk: { returnsAvailable: true, returnPeriodDays: 30, supportUrl: `https://support.example.co.uk/${stage}` },
    ndach: { returnsAvailable: true, returnPeriodDays: 30, supportUrl: `https://support.example.de/${stage}` },
    nfr: {
      returnsAvailable: false,
      returnPeriodDays: 30,
      supportUrl: `https://support.example.fr/${stage}`,
      legal: {
        privacyPolicy: 'https://www.example.fr/privacy-policy',
        termsOfService: 'https://www.example.fr/terms-of-service',
        termsLastUpdated: limits.terms.lastUpdated,
      },
    },
  },
});

/** Settings without the resources that cost most while a stage is idle (docs/decisions/28-what-raises-an-alarm.md). */
const lightStage = { firewall: false, alarms: 'essential' } as const;

/** Settings of all stages. Deploy with `npm run cdk -- deploy --all -c stage=qa`. */
export const stages = {
  local: {
    ...createDefaults('local'),
    email: { from: 'portal@support.example' },
    logRetentionDays: 7,
    accessLogDays: 7,
    rmaPendingHours: 72,
    monthlyBudget: 25,
    customerKeys: true,
    reservesConcurrency: true,
    keepsData: false,
  },
  dev: {
    ...createDefaults('dev'),
    captcha: { provider: 'recaptcha', siteKey: captchaProviders.recaptcha.testKeys.site },
    ...lightStage,
    logRetentionDays: 14,
    accessLogDays: 14,
    monthlyBudget: 50,
    reservesConcurrency: false,
    keepsData: false,
  },
  qa: {
    ...createDefaults('qa'),
    ...lightStage,
    adminsNeedSecondFactor: true,
    logRetentionDays: 30,
    accessLogDays: 30,
    monthlyBudget: 50,
    reservesConcurrency: false,
    keepsData: true,
  },
  prod: {
    ...createDefaults('prod'),
    adminsNeedSecondFactor: true,
    // The logs are kept as long as audit events (13 months), which they complement with the origin of sign-ins.
    logRetentionDays: 400,
    accessLogDays: 90,
    rmaPendingHours: 72,
    // Local times: 8 to 16 in Ireland and 9 to 17 in Germany in winter, one hour later in summer.
    businessHours: { from: 8, to: 16 },
    monthlyBudget: 400,
    reservesConcurrency: true,
    keepsData: true,
    backups: true,
  },
} as const satisfies Record<string, z.input<typeof stageSettings>>;

export type StageName = keyof typeof stages;
export const stageNames = Object.keys(stages) as StageName[];

const isStageName = (name: string): name is StageName => Object.hasOwn(stages, name);

/**
 * Returns true for a temporary stage, which has the settings of dev. Its name is `try-` and a short name, since bucket
 * names have at most 63 characters.
 */
const isTemporary = (name: string) => /^try-[a-z0-9]{1,10}$/.test(name);

/** Returns the name of the stage whose settings a stage has. */
export const toSettingsName = (name: string): string => (isTemporary(name) ? 'dev' : name);

export const findStage = (name: string): Stage => {
  const settingsName = toSettingsName(name);
  if (!isStageName(settingsName))
    throw new Error(
      `Unknown stage "${name}". The stages are: ${stageNames.join(', ')}. (And try-NAME, to be thrown away.)`,
    );
  return { name, ...parseStageSettings(stages[settingsName]) };
};

/** Returns all names of the stage's groups, the current ones first. */
export const listGroupNames = ({ groupNames: names, formerGroupNames }: Stage): string[] => [
  ...Object.values(names),
  ...(formerGroupNames ? Object.values(formerGroupNames) : []),
];

/** Returns the environment of a stage's stacks. If the stage has an account, CDK deploys to no other account. */
export const toStackEnvironment = ({ account }: Stage, region: string) => ({
  region,
  ...(account !== undefined && { account }),
});
