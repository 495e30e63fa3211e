import { randomBytes } from 'node:crypto';
import { deviceSetCookie, knownDeviceOf } from '#lambdas/http/cookies.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { UserPools } from './pools.ts';
import { signatures as signaturesOf } from './signatures.ts';

/** OWASP's device cookie: a random id, and a signature for each address that has signed in (docs/decisions/08). */
export const knownDevices = (pools: Pick<UserPools, 'sign'>) => {
  const { signatureOf, isOurs } = signaturesOf(pools);

  return {
    /** The name under which attempts of an address are counted: a browser that has signed it in before has a count of its own. */
    rateLimitKey: async (region: RegionId, email: string, cookies: readonly string[]): Promise<string> => {
      const device = knownDeviceOf(region, cookies);
      if (!device) return email;
      const text = `${device.id} ${email}`;
      const judged = device.signatures.map((signature) => isOurs(region, 'device', { text, signature }));
      return (await Promise.all(judged)).includes(true) ? `${email} ${device.id}` : email;
    },

    remember: async (region: RegionId, email: string, cookies: readonly string[]): Promise<string> => {
      const { id, signatures } = knownDeviceOf(region, cookies) ?? {
        id: randomBytes(16).toString('base64url'),
        signatures: [],
      };
      const own = await signatureOf(region, 'device', `${id} ${email}`);
      const others = signatures.filter((signature) => signature !== own);
      return deviceSetCookie(region, { id, signatures: [own, ...others].slice(0, limits.session.devicePeople) });
    },
  };
};

export type KnownDevices = ReturnType<typeof knownDevices>;
