import { expect, test } from 'vitest';
import { ownName } from './memory.ts';

test('a name of each user’s own differs by user and by region, and doesn’t hold the address', () => {
  const sam = { region: 'nuk', email: 'sam@nuk.example' } as const;
  const users = [sam, { ...sam, email: 'kim@nuk.example' }, { ...sam, region: 'nfr' as const }, { ...sam }];
  const [own, ...others] = users.map((user) => ownName('list', user));
  expect(new Set([own, ...others]).size).toBe(3);
  expect(others.at(-1)).toBe(own);
  expect(own).not.toContain('sam');
});
