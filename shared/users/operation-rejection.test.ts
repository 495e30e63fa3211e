import { expect, test } from '@jest/globals';
import { operationRejection } from './operation-rejection.ts';

const ownUser = { email: 'sam@nuk.example' };
const otherUser = { email: 'kim@nuk.example' };
const { disable, endSessions, resetSecondFactor, removeFromGroup } = operationRejection;

test.each<[string, typeof disable]>([
  ['disabling', disable],
  ['deleting', operationRejection.delete],
  ['ending all sessions of', endSessions],
  ['resetting the second factor of', resetSecondFactor],
  ['revoking the admin role of', (user, caller) => removeFromGroup(user, 'admin', caller)],
])('rejects %s one’s own account', (_, getRejection) => {
  expect(getRejection(ownUser, ownUser)).toBe('OwnAccount');
  expect(getRejection(otherUser, ownUser)).toBeUndefined();
});

test('allows revoking one’s own other roles', () =>
  expect(removeFromGroup(ownUser, 'register-repairs', ownUser)).toBeUndefined());
