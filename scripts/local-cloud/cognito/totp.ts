import { createHmac, randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

/** Creates a shared secret of 32 bytes, in base32 as authenticator apps expect it. */
export const createTotpSecret = (): string => {
  const bits = [...randomBytes(32)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((chunk) => alphabet.charAt(Number.parseInt(chunk.padEnd(5, '0'), 2)))
    .join('');
};

const decodeBase32 = (base32: string): Buffer => {
  const bits = [...base32].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

export const toTimeStep = (time: Date) => Math.floor(time.getTime() / stepMs);

/** Computes a code as in RFC 6238 with SHA-1, steps of 30 seconds and six digits, the only variant Cognito supports. */
export const computeCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

/** Returns the code an authenticator app shows at that time. */
export const computeCodeAt = (secret: string, time: Date): string => computeCode(secret, toTimeStep(time));

/** Returns the time step of a code, allowing one step of clock skew either way; undefined if the code matches none. */
export const findTimeStep = (secret: string, code: string, time: Date): number | undefined =>
  [0, -1, 1].map((drift) => toTimeStep(time) + drift).find((step) => computeCode(secret, step) === code);
