import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';

/** CloudFormation's `GenerateSecretString`, as far as it is emulated: letters and digits. */
export const generateSecretString = z.strictObject({
  ExcludePunctuation: z.literal(true),
  PasswordLength: z.int().check(z.gte(3), z.lte(4096)),
});
export type GenerateSecretString = z.output<typeof generateSecretString>;

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const kinds = [/[A-Z]/, /[a-z]/, /[0-9]/];

/** So many letters and digits by chance. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => signs.charAt(randomInt(signs.length))).join('');

/** The first value of a secret that CloudFormation generates: it has one of each kind of sign. */
export const generateSecret = (options: GenerateSecretString): string => {
  const secret = randomText(options.PasswordLength);
  return kinds.every((kind) => kind.test(secret)) ? secret : generateSecret(options);
};
