import { describe, expect, test } from '@jest/globals';
import { operationRefusal } from './operation-refusal.ts';

const own = { email: 'sam@nuk.example' };
const other = { email: 'kim@nuk.example' };

describe('one’s own account', () => {
  test('is neither disabled nor deleted by oneself', () => {
    expect([operationRefusal.disable(own, own), operationRefusal.delete(own, own)]).toEqual([
      'OwnAccount',
      'OwnAccount',
    ]);
    expect([operationRefusal.disable(other, own), operationRefusal.delete(other, own)]).toEqual([undefined, undefined]);
  });

  test('keeps its sessions: they are ended where the password is changed', () => {
    expect(operationRefusal.endSessions(own, own)).toBe('OwnAccount');
    expect(operationRefusal.endSessions(other, own)).toBeUndefined();
  });

  test('stays an admin’s; what else one may do, one may give up', () => {
    expect(operationRefusal.removeFromGroup(own, 'admin', own)).toBe('OwnAccount');
    expect(operationRefusal.removeFromGroup(own, 'register-repairs', own)).toBeUndefined();
    expect(operationRefusal.removeFromGroup(other, 'admin', own)).toBeUndefined();
  });

  test('only gets its codes dropped by another admin', () => {
    expect(operationRefusal.resetSecondFactor(own, own)).toBe('OwnAccount');
    expect(operationRefusal.resetSecondFactor(other, own)).toBeUndefined();
  });
});
