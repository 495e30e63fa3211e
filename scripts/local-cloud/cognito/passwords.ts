import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt);
/** Modest, so that thousands of seeded users don't take minutes. */
const cost = { N: 4096 };

/** Salted scrypt, as `salt.hash` in base64url. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32, cost);
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
};

const noPassword = `${Buffer.alloc(16).toString('base64url')}.${Buffer.alloc(32).toString('base64url')}`;

/** Takes as long without a hash (no such user) as with one, and answers false then. */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [salt = '', expected = ''] = (hash ?? noPassword).split('.');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), 32, cost);
  return timingSafeEqual(derived, Buffer.from(expected, 'base64url')) && hash !== undefined;
};
