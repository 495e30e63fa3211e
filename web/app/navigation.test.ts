import { expect, test } from 'vitest';
import type { Group } from '#shared/groups.ts';
import { visibleEntries } from './navigation.ts';

const namesFor = (...userGroups: Group[]) =>
  visibleEntries(
    { region: 'nuk', email: '', userGroups, isAdminUser: false, isRegisterReturnsAllowed: false, jwt_expired: '2026-11-02T09:40:00.000Z' },
    false,
  ).map(({ name }) => name);

test('the drawer shows what the user’s groups allow', () => {
  expect(namesFor('NUK')).toEqual(['home', 'trackRepair']);
  expect(namesFor('NUK', 'register-returns')).toEqual(['home', 'trackRepair']);
  expect(namesFor('NUK', 'register-repairs')).toEqual(['home', 'bookRepair', 'submittedRepairs', 'trackRepair']);
  expect(namesFor('NUK', 'admin')).toEqual(['home', 'bookRepair', 'submittedRepairs', 'trackRepair']);
});

test('without the region’s group nothing shows', () => {
  expect(namesFor('NFR', 'admin')).toEqual([]);
});
