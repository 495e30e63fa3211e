import { createHmac, randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

/** A new shared secret of 32 bytes, in base32 as authenticator apps take it. */
export const newTotpSecret = (): string => {
  const bits = [...randomBytes(32)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
};

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

export const stepAt = (at: Date) => Math.floor(at.getTime() / stepMs);

/** RFC 6238 with SHA-1, 30 seconds and six digits, the only kind that Cognito knows. */
export const codeOfStep = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

/** What an authenticator app shows at that moment. */
export const codeAt = (secret: string, at: Date): string => codeOfStep(secret, stepAt(at));

/** The step that a code belongs to, a step early or late at most (clock skew); undefined when it fits none. */
export const stepOfCode = (secret: string, code: string, at: Date): number | undefined =>
  [0, -1, 1].map((drift) => stepAt(at) + drift).find((step) => codeOfStep(secret, step) === code);
