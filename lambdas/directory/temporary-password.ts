import { limits } from '#shared/limits.ts';

const lettersAndDigits = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'];
const kinds = [...lettersAndDigits, '!#%+-.:=?@'];
const length = Math.max(16, limits.password.minLength);

/** A password that the policy takes: signs of all four kinds, none that look alike, and one mark, since many would be easy to guess. `below(n)` gives 0 to n - 1. */
export const newPassword = (below: (limit: number) => number): string => {
  const pick = (signs: string) => signs[below(signs.length)] ?? '';
  const signs = Array.from({ length }, (_, index) => pick(kinds[index] ?? lettersAndDigits.join('')));
  // The first four are one of each kind: shuffled, so that their place tells nothing.
  for (let last = signs.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [signs[last], signs[other]] = [signs[other] ?? '', signs[last] ?? ''];
  }
  return signs.join('');
};
