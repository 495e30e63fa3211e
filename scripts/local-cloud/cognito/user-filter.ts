import { isAttribute } from './attributes.ts';
import { invalidParameter } from './errors.ts';
import { isCaseSensitive } from './pool-settings.ts';
import type { PoolSettings } from './pool-settings.ts';
import type { User } from './state.ts';

const syntax = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/;
const searchable = new Set([
  'username',
  'email',
  'phone_number',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'sub',
  'cognito:user_status',
  'status',
]);

const valueOf = (user: User, name: string): string | undefined => {
  if (name === 'username') return user.username;
  if (name === 'cognito:user_status') return user.status;
  if (name === 'status') return user.enabled ? 'Enabled' : 'Disabled';
  return user.attributes[name];
};

/** Of ListUsers' `email ^= "jo"`. Throws InvalidParameterException for what AWS can't search either. */
export const userFilter = (settings: PoolSettings, filter: string): ((user: User) => boolean) => {
  const [, name = '', relation, quoted = ''] = syntax.exec(filter) ?? [];
  if (!relation) throw invalidParameter('Error while parsing filter.');
  if (!searchable.has(name)) {
    throw invalidParameter(
      isAttribute(settings, name) ? `Attribute ${name} is not searchable.` : 'Error while parsing filter.',
    );
  }
  const folds = name === 'cognito:user_status' || (name === 'email' && !isCaseSensitive(settings));
  const fold = (text: string) => (folds ? text.toLowerCase() : text);
  const wanted = fold(quoted.replace(/\\(.)/g, '$1'));
  return (user) => {
    const value = valueOf(user, name);
    if (value === undefined) return false;
    return relation === '=' ? fold(value) === wanted : fold(value).startsWith(wanted);
  };
};
