import { randomBytes } from 'node:crypto';
import { createDeviceCookie, readDeviceCookie } from '#lambdas/lib/http/cookies.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { UserPools } from './auth-pools.ts';
import { createSigner } from './signatures.ts';

/** Device cookie as described by OWASP: a random id and a signature for each email that has signed in (docs/decisions/08). */
export type KnownDevices = {
  /** Returns the key under which attempts for an email are counted. A browser that has signed in with this email before has a separate counter. */
  readonly findRateLimitKey: (region: RegionId, email: string, cookies: readonly string[]) => Promise<string>;
  /** Returns the device cookie (Set-Cookie) of a browser that has signed in with this email. */
  readonly remember: (region: RegionId, email: string, cookies: readonly string[]) => Promise<string>;
};

export const createKnownDevices = (pools: Pick<UserPools, 'sign'>): KnownDevices => {
  const { computeSignature, verify } = createSigner(pools);

  return {
    findRateLimitKey: async (region: RegionId, email: string, cookies: readonly string[]): Promise<string> => {
      const device = readDeviceCookie(region, cookies);
      if (!device) return email;
      const text = `${device.id} ${email}`;
      const verifications = device.signatures.map((signature) => verify(region, 'device', { text, signature }));
      return (await Promise.all(verifications)).includes(true) ? `${email} ${device.id}` : email;
    },

    remember: async (region: RegionId, email: string, cookies: readonly string[]): Promise<string> => {
      const { id, signatures } = readDeviceCookie(region, cookies) ?? {
        id: randomBytes(16).toString('base64url'),
        signatures: [],
      };
      const newSignature = await computeSignature(region, 'device', `${id} ${email}`);
      const otherSignatures = signatures.filter((signature) => signature !== newSignature);
      return createDeviceCookie(region, {
        id,
        signatures: [newSignature, ...otherSignatures].slice(0, limits.session.usersPerDevice),
      });
    },
  };
};
