import * as z from 'zod/mini';
import { captchaProviderNames } from './captcha.ts';
import { regionIds } from './regions.ts';

const address = z.url({ protocol: /^https?$/ });

/** What the page reads at start (/config.json): the same bundle then runs on every stage. */
export const webConfig = z.object({
  stage: z.string(),
  trackingUrl: address,
  captcha: z.object({ provider: z.enum(captchaProviderNames), scriptUrl: address, siteKey: z.string() }),
  /** The company that runs the portal and carries out the repairs: named in the legal texts. */
  provider: z.strictObject({
    name: z.string().check(z.minLength(1)),
    /** Line by line, as on an envelope. */
    address: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
    email: z.email(),
    phone: z.optional(z.string().check(z.minLength(1))),
  }),
  regions: z.record(
    z.enum(regionIds),
    z.object({
      returnsAvailable: z.boolean(),
      returnPeriodDays: z.int(),
      supportUrl: address,
      /** Where the region's legal texts are elsewhere (France). The date of the terms there is for repairs; the page doesn't need it. */
      legal: z.optional(
        z.object({ privacyPolicy: address, termsOfService: address, termsLastUpdated: z.optional(z.iso.date()) }),
      ),
    }),
  ),
});

export type WebConfig = z.output<typeof webConfig>;
