import { expect, test } from '@jest/globals';
import { operationRefusal } from './operation-refusal.ts';

const own = { email: 'sam@nuk.example' };
const other = { email: 'kim@nuk.example' };
const { disable, endSessions, resetSecondFactor, removeFromGroup } = operationRefusal;

test.each<[string, typeof disable]>([
  ['is not disabled', disable],
  ['is not deleted', operationRefusal.delete],
  ['keeps its sessions: they are ended where the password is changed', endSessions],
  ['only gets its codes dropped by another admin', resetSecondFactor],
  ['stays an admin’s', (user, caller) => removeFromGroup(user, 'admin', caller)],
])('one’s own account %s', (_, refusal) => {
  expect(refusal(own, own)).toBe('OwnAccount');
  expect(refusal(other, own)).toBeUndefined();
});

test('what else one may do, one may give up', () =>
  expect(removeFromGroup(own, 'register-repairs', own)).toBeUndefined());
