import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';

export type Pool = { readonly userPoolId: string; readonly clientId: string };

/** App client of a user pool, as infra/secrets.ts writes it to Secrets Manager. Its secret appears in no environment variable, log or template. */
const clientSchema = z.object({ clientId: z.string(), clientSecret: z.string().check(z.minLength(1)) });
const clientsByRegionSchema = z.record(z.enum(regionIds), clientSchema);

/** App clients of the regions' user pools. `readSecrets` returns the current and the previous secret as JSON texts, cached: while a deployment replaces a client, older functions still use the previous one. */
export const createPoolClients = (
  readSecrets: () => Promise<readonly string[]>,
  pools: Readonly<Record<RegionId, Pool>>,
) => {
  const getSecret = async (region: RegionId): Promise<string> => {
    const clients = (await readSecrets()).map((text) => clientsByRegionSchema.parse(JSON.parse(text))[region]);
    const match = clients.find(({ clientId }) => clientId === pools[region].clientId);
    if (!match) throw new Error('there is no secret for the client of this pool');
    return match.clientSecret;
  };
  const createHmacFor = async (region: RegionId, text: string) =>
    createHmac('sha256', await getSecret(region)).update(text);

  return {
    getSecret,

    /** Returns Cognito's `SECRET_HASH` of a username. */
    createSecretHash: async (region: RegionId, username: string): Promise<string> =>
      (await createHmacFor(region, username + pools[region].clientId)).digest('base64'),

    /** Signs a text (HMAC-SHA256, base64url) with a key that never leaves the functions. */
    sign: async (region: RegionId, text: string): Promise<string> =>
      (await createHmacFor(region, text)).digest('base64url'),
  };
};
