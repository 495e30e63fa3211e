import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groups, simplifyGroup, simplifyGroups } from './groups.ts';

describe('simplifying configured group names', () => {
  test('a configured name that contains a group is that group', () => {
    expect(simplifyGroup('portal-qa-register-returns')).toBe('register-returns');
    expect(simplifyGroup('retail-NDACH-users')).toBe('NDACH');
  });

  test('a name that contains none, or two, is no group', () => {
    expect(simplifyGroup('everyone')).toBeUndefined();
    expect(simplifyGroup('admin-NUK')).toBeUndefined();
  });

  test('a foreign group that merely contains "admin" grants nothing', () => {
    expect(simplifyGroups(['NotTheadmin', 'portal-admin-x'], ['portal-admin'])).toEqual([]);
    expect(simplifyGroups(['portal-admin'], ['portal-admin'])).toEqual(['admin']);
  });

  test('only configured names count, whatever else a user is in', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.subarray([...groups]), (foreign, mine) => {
        const configured = groups.map((group) => `stage-${group}`);
        const names = [
          ...foreign.filter((name) => !configured.includes(name)),
          ...mine.map((group) => `stage-${group}`),
        ];
        expect(simplifyGroups(names, configured)).toEqual(groups.filter((group) => mine.includes(group)));
      }),
      { numRuns: 1000 },
    );
  });
});
