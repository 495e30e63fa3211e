import { expect, test } from 'vitest';
import type { Group } from '#shared/groups.ts';
import { visibleAccountEntries, visibleEntries } from './navigation.ts';

const namesWhere = (
  returnsAvailable: boolean,
  userGroups: Group[],
  visible: typeof visibleEntries | typeof visibleAccountEntries = visibleEntries,
): string[] =>
  visible(
    {
      region: 'nuk',
      email: '',
      userGroups,
      isAdminUser: false,
      isRegisterReturnsAllowed: false,
      jwt_expired: '2026-11-02T09:40:00.000Z',
    },
    returnsAvailable,
  ).map(({ name }) => name);
const namesFor = (...userGroups: Group[]) => namesWhere(false, userGroups);

test('the drawer shows what the user’s groups allow', () => {
  expect(namesFor('NUK')).toEqual(['home', 'trackRepair']);
  expect(namesFor('NUK', 'register-returns')).toEqual(['home', 'trackRepair']);
  expect(namesFor('NUK', 'register-repairs')).toEqual(['home', 'bookRepair', 'submittedRepairs', 'trackRepair']);
  expect(namesFor('NUK', 'admin')).toEqual(['home', 'bookRepair', 'submittedRepairs', 'trackRepair']);
});

test('returns only show where the region has them, and to whoever may book them', () => {
  const returnPages = (...userGroups: Group[]) => namesWhere(true, userGroups).filter((name) => /return/i.test(name));
  expect(returnPages('NUK', 'register-returns')).toEqual(['bookReturn', 'submittedReturns']);
  expect(returnPages('NUK', 'admin')).toEqual(['bookReturn', 'submittedReturns']);
  expect(returnPages('NUK', 'register-repairs')).toEqual([]);
  expect(returnPages('NUK')).toEqual([]);
});

test('without the region’s group nothing shows', () => {
  expect(namesFor('NFR', 'admin')).toEqual([]);
});

test('only admins find the users beside their password', () => {
  const accountOf = (...userGroups: Group[]) => namesWhere(false, userGroups, visibleAccountEntries);
  expect(accountOf('NUK', 'admin')).toEqual(['changePassword', 'register', 'manageUsers']);
  expect(accountOf('NUK', 'register-repairs', 'register-returns')).toEqual(['changePassword']);
});
