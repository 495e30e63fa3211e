import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that doesn't tell how far they agree. The length of a secret is none. */
export const isSameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};
