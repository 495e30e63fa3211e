import { expect, test } from 'vitest';
import type { Group } from '#shared/groups.ts';
import { visibleGroups } from './navigation.ts';

const groupsWhere = (returnsAvailable: boolean, userGroups: Group[]) =>
  visibleGroups(
    {
      region: 'nuk',
      email: '',
      userGroups,
      isAdminUser: false,
      isRegisterReturnsAllowed: false,
      jwt_expired: '2026-11-02T09:40:00.000Z',
    },
    returnsAvailable,
  );
const namesIn = (groups: ReturnType<typeof groupsWhere>): string[] => groups.flatMap(({ entries }) => entries);
const titleOf = (group: object) => ('title' in group ? group.title : undefined);
const isOfAccount = (group: object) => titleOf(group) === 'account';
const namesWhere = (returnsAvailable: boolean, userGroups: Group[]) =>
  namesIn(groupsWhere(returnsAvailable, userGroups).filter((group) => !isOfAccount(group)));
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
  const accountOf = (...userGroups: Group[]) => namesIn(groupsWhere(false, userGroups).filter(isOfAccount));
  expect(accountOf('NUK', 'admin')).toEqual(['changePassword', 'register', 'manageUsers']);
  expect(accountOf('NUK', 'register-repairs', 'register-returns')).toEqual(['changePassword']);
});

test('a heading stands only over what is there', () => {
  const titles = (returnsAvailable: boolean, ...userGroups: Group[]) =>
    groupsWhere(returnsAvailable, userGroups).map(titleOf);
  expect(titles(true, 'NUK', 'admin')).toEqual([undefined, 'repairs', 'returns', 'account']);
  expect(titles(false, 'NUK', 'admin')).not.toContain('returns');
});
