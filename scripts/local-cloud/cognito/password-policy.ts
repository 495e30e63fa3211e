import { CognitoError } from './errors.ts';
import { passwordPolicy } from './pool-settings.ts';
import type { PoolSettings } from './pool-settings.ts';

/** What Cognito counts as a symbol; a blank inside counts too. */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S .*\S/;

/** What the password lacks, in Cognito's words; undefined when it satisfies the policy. */
export const shortcoming = (settings: PoolSettings, password: string): string | undefined => {
  const policy = passwordPolicy(settings);
  if (password.length < policy.MinimumLength) return 'Password not long enough';
  if (password.length > 256) return 'Password too long';
  if (/^\s|\s$/.test(password)) return 'Password must not begin or end with a space';
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.RequireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.RequireNumbers && !/[0-9]/.test(password)) return 'Password must have numeric characters';
  if (policy.RequireSymbols && !symbol.test(password)) return 'Password must have symbol characters';
  return undefined;
};

/** Throws InvalidPasswordException. */
export const checkPolicy = (settings: PoolSettings, password: string) => {
  const lack = shortcoming(settings, password);
  if (lack) throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${lack}`);
};
