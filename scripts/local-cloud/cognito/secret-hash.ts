import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../aws-json.ts';
import { notAuthorized } from './operation.ts';
import type { Client } from './state.ts';

const isSameText = (a: string, b: string) => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

/** Computes the secret hash: Base64 of HMAC-SHA256 over sign-in name and client id, with the client's secret as key. */
export const computeSecretHash = (client: { id: string; secret: string }, username: string) =>
  createHmac('sha256', client.secret).update(`${username}${client.id}`).digest('base64');

/**
 * Throws NotAuthorizedException unless the hash matches one of the names; AWS accepts the sub instead of the email
 * address.
 */
export const checkSecretHash = (client: Client, receivedHash: string | undefined, ...usernames: string[]) => {
  if (receivedHash === undefined)
    throw notAuthorized(`Client ${client.id} is configured with secret but SECRET_HASH was not received`);
  if (!usernames.some((name) => isSameText(receivedHash, computeSecretHash(client, name))))
    throw notAuthorized(`SecretHash does not match for the client: ${client.id}`);
};

/**
 * Checks the client secret of operations that take it directly; `errorName` depends on the operation.
 */
export const checkSecret = (client: Client, receivedSecret: string | undefined, errorName: string) => {
  if (receivedSecret === undefined || !isSameText(client.secret, receivedSecret))
    throw new ServiceError(errorName, `Unable to verify secret for client ${client.id}`);
};
