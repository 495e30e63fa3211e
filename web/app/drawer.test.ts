import { expect, test } from 'vitest';
import type { Group } from '#shared/groups.ts';
import { authFor } from '#web/testing/auth.ts';
import { visibleGroups } from './drawer.tsx';

const own = ['home'];
const repairs = ['repairs', 'bookRepair', 'submittedRepairs', 'trackRepair'];
const tracking = ['repairs', 'trackRepair'];
const returns = ['returns', 'bookReturn', 'submittedReturns'];
const account = ['account', 'changePassword'];
const ofAdmins = [...account, 'register', 'manageUsers'];

test.each<[Group[], boolean, string[][]]>([
  [['NUK'], false, [own, tracking, account]],
  [['NUK'], true, [own, tracking, account]],
  [['NUK', 'register-repairs'], false, [own, repairs, account]],
  [['NUK', 'register-repairs'], true, [own, repairs, account]],
  [['NUK', 'register-returns'], false, [own, tracking, account]],
  [['NUK', 'register-returns'], true, [own, tracking, returns, account]],
  [['NUK', 'register-repairs', 'register-returns'], true, [own, repairs, returns, account]],
  [['NUK', 'admin'], false, [own, repairs, ofAdmins]],
  [['NUK', 'admin'], true, [own, repairs, returns, ofAdmins]],
  [['NFR', 'admin'], true, []],
])('%j, where there are returns: %j', (userGroups, returnsAvailable, expected) => {
  const groups = visibleGroups({ ...authFor(userGroups), region: 'nuk' }, returnsAvailable);
  // Each group under its heading, if it has one.
  const shown = groups.map((group): string[] => [...('title' in group ? [group.title] : []), ...group.entries]);
  expect(shown).toEqual(expected);
});
