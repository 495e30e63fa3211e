import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';

/** CloudFormation's `GenerateSecretString`. */
export type GenerateSecretString = {
  ExcludeCharacters?: string;
  ExcludeLowercase?: boolean;
  ExcludeNumbers?: boolean;
  ExcludePunctuation?: boolean;
  ExcludeUppercase?: boolean;
  IncludeSpace?: boolean;
  GenerateStringKey?: string;
  PasswordLength?: number;
  RequireEachIncludedType?: boolean;
  SecretStringTemplate?: string;
};

/** A whole number from 0 up to, but not, `below`. */
export type Random = (below: number) => number;

const defaultLength = 32;
const longest = 4096;

const alphabets = (options: GenerateSecretString): string[] =>
  [
    options.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    options.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    options.ExcludeNumbers ? '' : '0123456789',
    options.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    options.IncludeSpace ? ' ' : '',
  ]
    .map((alphabet) => [...alphabet].filter((char) => !options.ExcludeCharacters?.includes(char)).join(''))
    .filter((alphabet) => alphabet !== '');

const password = (options: GenerateSecretString, random: Random): string => {
  const length = options.PasswordLength ?? defaultLength;
  const types = alphabets(options);
  const all = types.join('');
  const required = (options.RequireEachIncludedType ?? true) ? types : [];
  if (all === '' || length < Math.max(1, required.length) || length > longest)
    throw new Error('GenerateSecretString leaves no password to generate.');
  const pick = (alphabet: string): string => alphabet.charAt(random(alphabet.length));
  const chars = [...required.map(pick), ...Array.from({ length: length - required.length }, () => pick(all))];
  // Fisher-Yates, so that the required ones do not all stand first.
  for (let last = chars.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [chars[last], chars[other]] = [chars[other] ?? '', chars[last] ?? ''];
  }
  return chars.join('');
};

/** The first value of a secret that CloudFormation generates: a password, or one put into a JSON template under a key. */
export const generateSecret = (options: GenerateSecretString, random: Random = randomInt): string => {
  const { SecretStringTemplate: template, GenerateStringKey: key } = options;
  const generated = password(options, random);
  if (template === undefined && key === undefined) return generated;
  if (template === undefined || key === undefined)
    throw new Error('SecretStringTemplate and GenerateStringKey come together.');
  return JSON.stringify({ ...z.parse(z.record(z.string(), z.unknown()), JSON.parse(template)), [key]: generated });
};
