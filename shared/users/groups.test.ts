import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groups, simplifyGroup, simplifyGroups } from './groups.ts';

describe('simplifyGroup and simplifyGroups', () => {
  test('maps a configured name to the group it contains', () => {
    expect(simplifyGroup('portal-qa-register-returns')).toBe('register-returns');
    expect(simplifyGroup('retail-NDACH-users')).toBe('NDACH');
  });

  test('returns undefined for a name with no group or two', () => {
    expect(simplifyGroup('everyone')).toBeUndefined();
    expect(simplifyGroup('admin-NUK')).toBeUndefined();
  });

  test('grants nothing for an unconfigured group containing "admin"', () => {
    expect(simplifyGroups(['NotTheadmin', 'portal-admin-x'], ['portal-admin'])).toEqual([]);
    expect(simplifyGroups(['portal-admin'], ['portal-admin'])).toEqual(['admin']);
  });

  test('ignores all unconfigured groups of a user', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.subarray([...groups]), (unconfiguredNames, userGroups) => {
        const configuredNames = groups.map((group) => `stage-${group}`);
        const names = [
          ...unconfiguredNames.filter((name) => !configuredNames.includes(name)),
          ...userGroups.map((group) => `stage-${group}`),
        ];
        expect(simplifyGroups(names, configuredNames)).toEqual(groups.filter((group) => userGroups.includes(group)));
      }),
      { numRuns: 1000 },
    );
  });
});
