import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const lower = 'abcdefghijkmnopqrstuvwxyz';
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';
const symbols = '!@#$%^*()_+-=';

const draw = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const shuffled = (text: string) =>
  [...text]
    .map((letter) => ({ letter, at: randomInt(2 ** 32) }))
    .sort((a, b) => a.at - b.at)
    .map(({ letter }) => letter)
    .join('');

/** `eu-central-1_AbCdEfGhI`. */
export const newPoolId = (region: string) => `${region}_${draw(`${lower}${upper}${digits}`, 9)}`;

/** 26 lower-case letters and digits. */
export const newClientId = () => draw(`${lower}${digits}`, 26);

/** 51 lower-case letters and digits. */
export const newClientSecret = () => draw(`${lower}${digits}`, 51);

export const newUuid = () => randomUUID();

/** Six digits, leading zeros kept. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** Satisfies every password policy of at most `length` characters, and needs no escaping in HTML. */
export const newTemporaryPassword = (length: number) =>
  shuffled(draw(lower, length - 3) + draw(upper, 1) + draw(digits, 1) + draw(symbols, 1));

/** Opaque, with the parts and the size (about 1,790 characters) of the encrypted token that AWS hands out. */
export const newRefreshToken = () => {
  const part = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
  const header = Buffer.from('{"cty":"JWT","enc":"A256GCM","alg":"RSA-OAEP"}').toString('base64url');
  return [header, part(342), part(16), part(1340), part(22)].join('.');
};

/** Opaque, of AWS's size. */
export const newSessionToken = () => `AYABe${randomBytes(690).toString('base64url')}`;
