import * as z from 'zod/mini';
import { regionIds } from './regions.ts';

const address = z.url({ protocol: /^https?$/ });

/** What the page reads at start (/config.json): the same bundle then runs on every stage. */
export const webConfig = z.object({
  stage: z.string(),
  trackingUrl: address,
  captcha: z.object({ scriptUrl: address, siteKey: z.string() }),
  regions: z.record(
    z.enum(regionIds),
    z.object({
      returnsAvailable: z.boolean(),
      returnPeriodDays: z.int(),
      supportUrl: address,
      /** Where the region's legal texts are elsewhere (France). */
      legal: z.optional(z.object({ privacyPolicy: address, termsOfService: address })),
    }),
  ),
});

export type WebConfig = z.output<typeof webConfig>;
