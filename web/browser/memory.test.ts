import { expect, test } from 'vitest';
import { toUserStorageKey } from './memory.ts';

test('toUserStorageKey differs by user and region, and omits the email address', () => {
  const sam = { region: 'nuk', email: 'sam@nuk.example' } as const;
  const users = [sam, { ...sam, email: 'kim@nuk.example' }, { ...sam, region: 'nfr' as const }, { ...sam }];
  const [firstKey, ...otherKeys] = users.map((user) => toUserStorageKey('list', user));
  expect(new Set([firstKey, ...otherKeys]).size).toBe(3);
  expect(otherKeys.at(-1)).toBe(firstKey);
  expect(firstKey).not.toContain('sam');
});
