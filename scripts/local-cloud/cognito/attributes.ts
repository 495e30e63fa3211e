import { CognitoError, invalidParameter } from './errors.ts';
import { usesEmailAsUsername } from './pool-settings.ts';
import type { PoolSettings } from './pool-settings.ts';
import type { Pool, User } from './state.ts';
import { nameKey } from './user-names.ts';

export type AttributeList = { Name: string; Value?: string | undefined }[];

const standard = new Set([
  'sub',
  'email',
  'email_verified',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'address',
  'phone_number',
  'phone_number_verified',
  'updated_at',
]);

export const isAttribute = (settings: PoolSettings, name: string) =>
  standard.has(name) || (settings.Schema ?? []).some(({ Name }) => name === `custom:${Name.replace(/^custom:/, '')}`);

export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

const truth = (name: string, value: string) => {
  const lower = value.toLowerCase();
  if (lower !== 'true' && lower !== 'false') throw invalidParameter(`Invalid value for attribute ${name}.`);
  return lower;
};

/** Throws InvalidParameterException for what the pool's schema doesn't know or nobody may set. */
export const readAttributes = (settings: PoolSettings, list: AttributeList): Record<string, string> => {
  const entries = list.map(({ Name, Value = '' }) => {
    if (!isAttribute(settings, Name)) {
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

/** Throws InvalidParameterException for attributes that the schema fixes at creation. */
export const checkMutable = (settings: PoolSettings, list: AttributeList) => {
  const fixed = (settings.Schema ?? []).filter(({ Mutable }) => Mutable === false).map(({ Name }) => Name);
  const refused = list.find(({ Name }) => fixed.includes(Name) || fixed.includes(Name.replace(/^custom:/, '')));
  if (refused) throw invalidParameter(`user.${refused.Name}: Attribute cannot be updated.\n`);
};

export const listAttributes = (user: User) => Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value }));

/** Keeps the pool's index in step. The sign-in name must stay unique: throws AliasExistsException. */
export const setEmail = (pool: Pool, user: User, email: string) => {
  const owner = pool.usersByEmail.get(nameKey(pool.settings, email));
  if (usesEmailAsUsername(pool.settings) && owner && owner !== user) {
    throw new CognitoError('AliasExistsException', 'An account with the email already exists.');
  }
  forgetEmail(pool, user);
  user.attributes.email = email;
  pool.usersByEmail.set(nameKey(pool.settings, email), user);
};

export const forgetEmail = (pool: Pool, user: User) => {
  const key = nameKey(pool.settings, user.attributes.email ?? '');
  if (pool.usersByEmail.get(key) === user) pool.usersByEmail.delete(key);
};
