import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from '../aws-json.ts';
import type { PasswordPolicy } from './settings.ts';
import type { Pool, User, CognitoState } from './state.ts';

const deriveKey = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt);
/** Low cost, so that thousands of seeded users don't take minutes. */
const scryptOptions = { N: 4096 };

/** Hashes a password with salted scrypt, as `salt.hash` in base64url. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await deriveKey(password, salt, 32, scryptOptions);
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
};

const placeholderHash = `${Buffer.alloc(16).toString('base64url')}.${Buffer.alloc(32).toString('base64url')}`;

/** Compares a password with a hash. Without a hash (no such user), takes equally long and returns false. */
export const verifyPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [salt = '', expectedHash = ''] = (hash ?? placeholderHash).split('.');
  const computedHash = await deriveKey(password, Buffer.from(salt, 'base64url'), 32, scryptOptions);
  return timingSafeEqual(computedHash, Buffer.from(expectedHash, 'base64url')) && hash !== undefined;
};

/** Characters that Cognito counts as symbols, including a space inside the password. */
const symbolPattern = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S .*\S/;

/** Returns Cognito's message for the first unmet rule; undefined if the password satisfies the policy. */
export const findPolicyViolation = (policy: PasswordPolicy, password: string): string | undefined => {
  if (password.length < policy.MinimumLength) return 'Password not long enough';
  if (password.length > 256) return 'Password too long';
  if (/^\s|\s$/.test(password)) return 'Password must not begin or end with a space';
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.RequireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.RequireNumbers && !/[0-9]/.test(password)) return 'Password must have numeric characters';
  if (policy.RequireSymbols && !symbolPattern.test(password)) return 'Password must have symbol characters';
  return undefined;
};

/** Throws InvalidPasswordException if the password doesn't satisfy the pool's policy. */
export const checkPolicy = ({ settings }: Pool, password: string) => {
  const problem = findPolicyViolation(settings.Policies.PasswordPolicy, password);
  if (problem) throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${problem}`);
};

/** Sets a permanent password and confirms the account. Existing sessions stay valid, as on AWS. */
export const setPassword = (state: CognitoState, user: User, passwordHash: string) => {
  user.passwordHash = passwordHash;
  user.status = 'CONFIRMED';
  delete user.temporaryUntil;
  delete user.resetCode;
  markChanged(state, user);
};

/** Sets a password that must be replaced at the next sign-in and expires. */
export const setTemporaryPassword = (state: CognitoState, pool: Pool, user: User, passwordHash: string) => {
  user.passwordHash = passwordHash;
  user.status = 'FORCE_CHANGE_PASSWORD';
  user.temporaryUntil = computeTemporaryPasswordExpiry(state, pool);
  markChanged(state, user);
};

export const computeTemporaryPasswordExpiry = (state: CognitoState, { settings }: Pool) => {
  const days = settings.Policies.PasswordPolicy.TemporaryPasswordValidityDays;
  return new Date(state.now().getTime() + days * 86_400_000).toISOString();
};

export const markChanged = (state: CognitoState, user: User) => {
  user.changedAt = state.now().toISOString();
  state.scheduleSave();
};
