import * as z from 'zod/mini';
import { captchaProviderNames } from './captcha-providers.ts';
import { regionIds } from './regions.ts';

const url = z.url({ protocol: /^https?$/ });

/** Settings that the page loads at start (/config.json), so that all stages share a bundle. */
export const webConfig = z.object({
  stage: z.string(),
  trackingUrl: url,
  /** True if the stage has a sender, and therefore the daily email. Absent in files of older deployments. */
  hasDailyEmail: z._default(z.boolean(), false),
  captcha: z.object({ provider: z.enum(captchaProviderNames), scriptUrl: url, siteKey: z.string() }),
  /** Company that operates the portal and carries out the repairs, named in the legal texts. */
  provider: z.strictObject({
    name: z.string().check(z.minLength(1)),
    /** Address lines, as on an envelope. */
    address: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
    email: z.email(),
    phone: z.optional(z.string().check(z.minLength(1))),
  }),
  regions: z.record(
    z.enum(regionIds),
    z.object({
      returnsAvailable: z.boolean(),
      returnPeriodDays: z.int(),
      supportUrl: url,
      /** External legal texts of the region (France). Only the server uses the date of its terms, for repairs. */
      legal: z.optional(
        z.object({ privacyPolicy: url, termsOfService: url, termsLastUpdated: z.optional(z.iso.date()) }),
      ),
    }),
  ),
});

export type WebConfig = z.output<typeof webConfig>;
