import { expect, test } from 'vitest';
import type { Group } from '#shared/users/groups.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { findVisibleGroups } from './drawer.tsx';

const homeEntries = ['home'];
const overview = ['home', 'overview'];
const repairs = ['repairs', 'bookRepair', 'submittedRepairs', 'trackRepair'];
const tracking = ['repairs', 'trackRepair'];
const returns = ['returns', 'bookReturn', 'submittedReturns'];
const account = ['account', 'changePassword'];
const adminAccount = [...account, 'register', 'manageUsers'];

test.each<[Group[], boolean, string[][]]>([
  [['NUK'], false, [homeEntries, tracking, account]],
  [['NUK'], true, [homeEntries, tracking, account]],
  [['NUK', 'register-repairs'], false, [overview, repairs, account]],
  [['NUK', 'register-repairs'], true, [overview, repairs, account]],
  [['NUK', 'register-returns'], false, [overview, tracking, account]],
  [['NUK', 'register-returns'], true, [overview, tracking, returns, account]],
  [['NUK', 'register-repairs', 'register-returns'], true, [overview, repairs, returns, account]],
  [['NUK', 'admin'], false, [overview, repairs, adminAccount]],
  [['NUK', 'admin'], true, [overview, repairs, returns, adminAccount]],
  [['NFR', 'admin'], true, []],
])('shows the allowed links for %j (returns available: %j)', (userGroups, returnsAvailable, expected) => {
  const groups = findVisibleGroups({ ...buildAuth(userGroups), region: 'nuk' }, returnsAvailable);
  const shown = groups.map((group): string[] => [...('title' in group ? [group.title] : []), ...group.entries]);
  expect(shown).toEqual(expected);
});
