import { apiStage } from '#shared/api/headers.ts';
import { auth } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';

/** Signs a text with a region's key: HMAC-SHA256 in base64url, which has 256 bits. */
type Sign = (region: RegionId, text: string) => Promise<string>;

/**
 * Returns the signature that permits only switching off a user's daily email. It is derived from the user's sub, so that
 * the links of old emails keep working and no token is stored.
 */
export const signUnsubscription = (sign: Sign, region: RegionId, sub: string): Promise<string> =>
  sign(region, `unsubscribe ${sub}`);

/** Returns the URL that switches off a user's daily email when a mail program posts to it (RFC 8058). */
export const createUnsubscribeUrl = async (
  sign: Sign,
  site: string,
  region: RegionId,
  sub: string,
): Promise<string> => {
  const query = new URLSearchParams({ sub, signature: await signUnsubscription(sign, region, sub) });
  return `${site}/${apiStage}${auth.unsubscribe.path.replace('{region}', region)}?${query}`;
};
