import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';

export type Pool = { readonly userPoolId: string; readonly clientId: string };

/** What infra/secrets.ts puts into the secret; no environment, log or template holds it. */
const client = z.object({ clientId: z.string(), clientSecret: z.string().check(z.minLength(1)) });
const ofRegions = z.record(z.enum(regionIds), client);

/** `read` tells the secret and the one before, and remembers them: while a deployment replaces a client, older functions have the old one. */
export const poolClients = (read: () => Promise<readonly string[]>, pools: Readonly<Record<RegionId, Pool>>) => {
  const secretOf = async (region: RegionId): Promise<string> => {
    const known = (await read()).map((text) => ofRegions.parse(JSON.parse(text))[region]);
    const own = known.find(({ clientId }) => clientId === pools[region].clientId);
    if (!own) throw new Error('the secret of the client is not there');
    return own.clientSecret;
  };
  const hmac = async (region: RegionId, text: string) => createHmac('sha256', await secretOf(region)).update(text);

  return {
    secretOf,

    secretHash: async (region: RegionId, username: string): Promise<string> =>
      (await hmac(region, username + pools[region].clientId)).digest('base64'),

    /** A signature (HMAC-SHA256, base64url) that nobody else can make or check, since its key never leaves the functions. */
    sign: async (region: RegionId, text: string): Promise<string> => (await hmac(region, text)).digest('base64url'),
  };
};
