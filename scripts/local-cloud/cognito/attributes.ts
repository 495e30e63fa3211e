import { invalidParameter } from './operation.ts';
import type { Pool, User } from './state.ts';

export type AttributeList = { Name: string; Value?: string | undefined }[];

/** A sign-in name as the pool compares it. */
export const nameKey = (name: string) => name.toLowerCase();

/** Of the standard ones those that are used here; another is refused as if it were none. */
const standard = new Set(['sub', 'email', 'email_verified', 'locale', 'name', 'given_name', 'family_name']);

export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

const truth = (name: string, value: string) => {
  const lower = value.toLowerCase();
  if (lower !== 'true' && lower !== 'false') throw invalidParameter(`Invalid value for attribute ${name}.`);
  return lower;
};

/** Throws InvalidParameterException for what no pool's schema here knows or nobody may set. */
export const readAttributes = (list: AttributeList): Record<string, string> => {
  const entries = list.map(({ Name, Value = '' }) => {
    if (!standard.has(Name)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${Name}: Attribute does not exist in the schema.\n`,
      );
    }
    if (Name === 'sub')
      throw invalidParameter('Attributes did not conform to the schema: sub: Attribute cannot be updated.\n');
    if (Name === 'email' && !isEmail(Value)) throw invalidParameter('Invalid email address format.');
    return [Name, Name.endsWith('_verified') ? truth(Name, Value) : Value] as const;
  });
  return Object.fromEntries(entries);
};

export const listAttributes = (user: User) => Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value }));

/** Takes an address out of the pool's index. */
export const forgetEmail = (pool: Pool, user: User) => {
  const key = nameKey(user.attributes.email ?? '');
  if (pool.usersByEmail.get(key) === user) pool.usersByEmail.delete(key);
};
