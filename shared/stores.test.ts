import { describe, expect, test } from '@jest/globals';
import { noStoreChoiceRules, storeChoiceRules } from './stores.ts';

const [staff, admin] = [{ isAdmin: false }, { isAdmin: true }];

describe('who names a store', () => {
  test.each([
    ['staff book for their own', {}, staff, []],
    [
      'staff may not name one, not even their own',
      { storeId: 'UK-1001' },
      staff,
      [{ path: 'storeId', rule: 'pattern' }],
    ],
    ['an admin has to', {}, admin, [{ path: 'storeId', rule: 'required' }]],
    ['an admin who does', { storeId: 'UK-1001' }, admin, []],
  ])('booking: %s', (_, input, caller, problems) => {
    expect(storeChoiceRules(input, caller)).toEqual(problems);
  });

  test.each([
    ['staff see their own', {}, staff, []],
    ['staff may not name one', { storeId: 'UK-1001' }, staff, [{ path: 'storeId', rule: 'pattern' }]],
    ['an admin sees the region', {}, admin, []],
    ['an admin sees one store of it', { storeId: 'UK-1001' }, admin, []],
  ])('listing: %s', (_, input, caller, problems) => {
    expect(noStoreChoiceRules(input, caller)).toEqual(problems);
  });
});
