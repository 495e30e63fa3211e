import { describe, expect, test } from '@jest/globals';
import type { PoolSettings } from './pool-settings.ts';
import type { User } from './state.ts';
import { userFilter } from './user-filter.ts';

const user: User = {
  username: 'Jo',
  serial: 1,
  attributes: { sub: 'abc', email: 'Jo@Example.com', name: 'Jo "the" Smith' },
  enabled: true,
  status: 'CONFIRMED',
  passwordHash: '',
  groups: [],
  createdAt: '',
  changedAt: '',
};
const settings: PoolSettings = { PoolName: 'x' };
const sensitive: PoolSettings = { PoolName: 'x', UsernameConfiguration: { CaseSensitive: true } };

describe('ListUsers filter', () => {
  test.each([
    ['email = "jo@example.com"', true],
    ['email ^= "JO@"', true],
    ['email^="jo"', true],
    ['"email" = "jo@example.com"', true],
    ['email = "jo"', false],
    ['username = "Jo"', true],
    ['username = "jo"', false],
    ['sub = "abc"', true],
    ['cognito:user_status = "confirmed"', true],
    ['cognito:user_status = "FORCE_CHANGE_PASSWORD"', false],
    ['status = "Enabled"', true],
    ['status = "Disabled"', false],
    ['name = "Jo \\"the\\" Smith"', true],
    ['family_name = "Smith"', false],
  ])('%s', (filter, expected) => {
    expect(userFilter(settings, filter)(user)).toBe(expected);
  });

  test('compares addresses letter by letter where the pool does', () => {
    expect(userFilter(sensitive, 'email = "jo@example.com"')(user)).toBe(false);
  });

  test.each([
    '',
    'email',
    'email = jo',
    'email > "jo"',
    'email = "jo" and sub = "x"',
    'custom:store = "1"',
    'zoneinfo = "x"',
  ])('refuses %s', (filter) => {
    expect(() => userFilter(settings, filter)).toThrow(expect.objectContaining({ name: 'InvalidParameterException' }));
  });
});
