import type { RegionSettings } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import type { Identity } from './identity.ts';
import type { Stage } from './stages.ts';

/** What functions are told of each region: its pool, its client and what differs by stage. */
export const regionSettings = (stage: Stage, identity: Identity) =>
  Object.fromEntries(
    regionIds.map((region) => {
      const { pool, client } = identity.pools[region];
      const { returnsAvailable, returnPeriodDays, legal } = stage.regions[region];
      return [
        region,
        {
          userPoolId: pool.userPoolId,
          clientId: client.userPoolClientId,
          returnsAvailable,
          returnPeriodDays,
          termsLastUpdated: legal?.termsLastUpdated ?? limits.terms.lastUpdated,
        } satisfies RegionSettings,
      ];
    }),
  );
