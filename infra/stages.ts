import * as z from 'zod/mini';
import { captchaProviderNames, captchaProviders } from '#shared/captcha.ts';
import type { Group } from '#shared/groups.ts';
import { groups, simplifyGroup } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import { tableNames } from '#shared/tables.ts';
import { webConfig } from '#shared/web-config.ts';

const groupNames = z.record(z.enum(groups), z.string()).check(
  z.refine((names) => groups.every((group) => simplifyGroup(names[group]) === group), {
    error: 'each configured name must contain its own group and no other',
  }),
);

const awsRegion = z.string().check(z.regex(/^[a-z]{2}-[a-z]+-\d$/));
const awsAccount = z.string().check(z.regex(/^\d{12}$/));

const stageSettings = z
  .extend(z.omit(webConfig, { stage: true }), {
    /** The AWS account that the stage belongs to: a deployment with another one's credentials is refused. Stages that keep nothing may leave it out. */
    account: z.optional(awsAccount),
    awsRegion,
    captcha: z.strictObject({ provider: z.enum(captchaProviderNames), siteKey: z.string() }),
    /** Which version of the secret CloudFront sends, after a rotation (`npm run secrets -- rotate`); without it the one that was made first. */
    originSecretVersion: z.optional(z.uuid()),
    groupNames,
    adminsNeedSecondFactor: z._default(z.boolean(), false),
    /** Without it the site has CloudFront's name. */
    domain: z.optional(z.strictObject({ name: z.string(), hostedZoneId: z.string(), hostedZoneName: z.string() })),
    /** Who emails come from, by SES (`sesRegion`: its region, if not the stage's). Cognito itself sends 50 a day at most. */
    email: z.optional(z.strictObject({ from: z.email(), sesRegion: z.optional(awsRegion) })),
    /** Addresses (IPv4, as CIDR) behind which retailers have many tills: the firewall gives each of them ten times the room. */
    retailers: z._default(z.array(z.cidrv4()), []),
    /** The AWS account of the provider's back office, which may then put its events on the bus; without it only the portal's own account may. */
    backOfficeAccount: z.optional(awsAccount),
    /** Tables that were restored from a backup, by the names they were restored under: the stack takes them on in place of those it made (docs/runbooks/restore.md). */
    adoptedTables: z.optional(z.partialRecord(z.enum(tableNames), z.string().check(z.regex(/^[\w.-]{3,255}$/)))),
    /** Regions without legal texts of their own for which the owner has said that the portal's terms, of the UK and Ireland and in pounds, and its `provider` count there as well. */
    givenTermsCountIn: z.optional(z.array(z.enum(regionIds))),
    /** Whether there are nightly backups (`backupDays` in infra/backups.ts) beside DynamoDB's own, to any second of the last 35 days. */
    backups: z._default(z.boolean(), false),
    alarmEmail: z.email(),
    /** Where those who get the alarms can read docs/runbooks: each alarm names its section there. */
    runbooks: z.url(),
    /** Where strangers report a weakness: an https: or mailto: address, which the site's security.txt names. */
    securityContact: z.url({ protocol: /^(https|mailto)$/ }),
    /** Whether AWS's firewall stands before the site. Without it nothing limits one address or one browser: what is left are the limits of routes, people and sign-ins. */
    firewall: z._default(z.boolean(), true),
    /** All alarms and a dashboard, or the essential ones only: those that take a deployment back, and those of something lost. */
    alarms: z._default(z.enum(['all', 'essential']), 'all'),
    /** Whether the texts of alarms are encrypted with a key of the stage's own, which costs by the month and more with each of its first two rotations. */
    customerKeys: z._default(z.boolean(), false),
    logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const),
    /** How long CloudFront's and S3's logs of who asked for what are kept; docs/data-inventory.md says what is in them. */
    accessLogDays: z.int().check(z.positive()),
    /** From when on a repair or a return without RMA number rings an alarm; a weekend has 64 hours. A stage that no provider answers for leaves it out. */
    rmaPendingHours: z.optional(z.int().check(z.positive())),
    /** Hours of weekdays, in UTC, in which somebody is always signed in; without them silence rings no alarm. */
    businessHours: z.optional(z.strictObject({ from: z.int(), to: z.int() })),
    /** What the stage's account may cost a month before somebody is told, in US dollars. */
    monthlyBudget: z.number().check(z.positive()),
    /** Of functions that weigh heavily; a new account has none to spare. */
    reservesConcurrency: z.boolean(),
    /** Deletion protection, and resources kept when the stack goes. */
    keepsData: z.boolean(),
  })
  .check(
    z.refine((settings) => !JSON.stringify(settings).includes('"http:'), { error: 'every address must be https' }),
    z.refine(({ regions }) => regionIds.every((id) => !regions[id].legal || regions[id].legal.termsLastUpdated), {
      error: 'regions: legal texts elsewhere have terms of some date (termsLastUpdated)',
    }),
    z.refine(({ firewall, retailers }) => firewall || retailers.length === 0, {
      error: 'retailers: without a firewall nothing counts what they send',
    }),
    // A vault is only deleted empty, and a locked one is not emptied.
    z.refine(({ keepsData, backups }) => keepsData || !backups, {
      error: 'backups: a stage that keeps nothing could not be deleted with its backups',
    }),
  );

export type StageSettings = z.output<typeof stageSettings>;
export type Stage = StageSettings & { readonly name: string };

export const parseStageSettings = (settings: unknown): StageSettings => stageSettings.parse(settings);

const groupNamesOf = (stage: string) =>
  Object.fromEntries(groups.map((group) => [group, `portal-${stage}-${group}`])) as Record<Group, string>;

const defaults = (stage: string) => ({
  awsRegion: 'eu-central-1',
  trackingUrl: `https://tracking.example.com/${stage}`,
  captcha: { provider: 'recaptcha' as const, siteKey: `captcha-site-key-of-${stage}` },
  groupNames: groupNamesOf(stage),
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

/** Some twenty dollars a month (docs/decisions/28-what-raises-an-alarm.md). */
const light = { firewall: false, alarms: 'essential' } as const;

/** THE stages: `npm run cdk -- deploy --all -c stage=qa`. */
export const stages = {
  local: {
    ...defaults('local'),
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
    ...defaults('dev'),
    captcha: { provider: 'recaptcha', siteKey: captchaProviders.recaptcha.testKeys.site },
    ...light,
    logRetentionDays: 14,
    accessLogDays: 14,
    monthlyBudget: 50,
    reservesConcurrency: false,
    keepsData: false,
  },
  qa: {
    ...defaults('qa'),
    ...light,
    adminsNeedSecondFactor: true,
    logRetentionDays: 30,
    accessLogDays: 30,
    monthlyBudget: 50,
    reservesConcurrency: false,
    keepsData: true,
  },
  prod: {
    ...defaults('prod'),
    adminsNeedSecondFactor: true,
    // As long as what is recorded of users (13 months): beside it, where sign-ins came from.
    logRetentionDays: 400,
    accessLogDays: 90,
    rmaPendingHours: 72,
    // Nine to five in Ireland's winter, and in Germany's summer ten to six.
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

/** A stage that comes and goes: `try-` and a short name (a bucket's has 63 characters), with the settings of dev. */
const isThrownAway = (name: string) => /^try-[a-z0-9]{1,10}$/.test(name);

export const settingsNameOf = (name: string): string => (isThrownAway(name) ? 'dev' : name);

export const findStage = (name: string): Stage => {
  const settings = settingsNameOf(name);
  if (!isStageName(settings))
    throw new Error(
      `Unknown stage "${name}". The stages are: ${stageNames.join(', ')}. (And try-NAME, to be thrown away.)`,
    );
  return { name, ...parseStageSettings(stages[settings]) };
};

/** Where a stack of a stage is: with an account named, CDK deploys to no other. */
export const environmentOf = ({ account }: Stage, region: string) => ({
  region,
  ...(account !== undefined && { account }),
});
