import { limits } from '#shared/config/limits.ts';

const lettersAndDigits = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'];
const characterSets = [...lettersAndDigits, '!#%+-.:=?@'];
const passwordLength = Math.max(16, limits.password.minLength);

/** Returns a temporary password that meets the policy: characters of all four kinds, none that look alike, and one symbol only, since many symbols would be easy to guess. `randomInt(n)` returns an integer from 0 to n - 1. */
export const createTemporaryPassword = (randomInt: (limit: number) => number): string => {
  const pick = (characters: string) => characters[randomInt(characters.length)] ?? '';
  const characters = Array.from({ length: passwordLength }, (_, index) =>
    pick(characterSets[index] ?? lettersAndDigits.join('')),
  );
  // The first four characters are one of each kind. All are shuffled, so that positions reveal nothing.
  for (let index = characters.length - 1; index > 0; index -= 1) {
    const randomIndex = randomInt(index + 1);
    [characters[index], characters[randomIndex]] = [characters[randomIndex] ?? '', characters[index] ?? ''];
  }
  return characters.join('');
};
