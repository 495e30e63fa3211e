import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../aws-json.ts';
import { notAuthorized } from './operation.ts';
import type { Client } from './state.ts';

const same = (a: string, b: string) => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

/** Base64 of HMAC-SHA256 over sign-in name and client id, under the client's secret. */
export const secretHash = (client: { id: string; secret: string }, username: string) =>
  createHmac('sha256', client.secret).update(`${username}${client.id}`).digest('base64');

/** Throws NotAuthorizedException. The hash may be over any of the names given, since AWS takes the sub for the e-mail too. */
export const checkSecretHash = (client: Client, given: string | undefined, ...usernames: string[]) => {
  if (given === undefined)
    throw notAuthorized(`Client ${client.id} is configured with secret but SECRET_HASH was not received`);
  if (!usernames.some((name) => same(given, secretHash(client, name))))
    throw notAuthorized(`SecretHash does not match for the client: ${client.id}`);
};

/** For operations that take the secret itself; each has its own name for the refusal. */
export const checkSecret = (client: Client, given: string | undefined, refusal: string) => {
  if (given === undefined || !same(client.secret, given))
    throw new ServiceError(refusal, `Unable to verify secret for client ${client.id}`);
};
