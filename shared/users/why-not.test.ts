import { describe, expect, test } from '@jest/globals';
import { whyNot } from './why-not.ts';

const own = { email: 'sam@nuk.example' };
const other = { email: 'kim@nuk.example' };

describe('one’s own account', () => {
  test('is neither disabled nor deleted by oneself', () => {
    expect([whyNot.disable(own, own), whyNot.delete(own, own)]).toEqual(['OwnAccount', 'OwnAccount']);
    expect([whyNot.disable(other, own), whyNot.delete(other, own)]).toEqual([undefined, undefined]);
  });

  test('keeps its sessions: they are ended where the password is changed', () => {
    expect(whyNot.endSessions(own, own)).toBe('OwnAccount');
    expect(whyNot.endSessions(other, own)).toBeUndefined();
  });

  test('stays an admin’s; what else one may do, one may give up', () => {
    expect(whyNot.removeFromGroup(own, 'admin', own)).toBe('OwnAccount');
    expect(whyNot.removeFromGroup(own, 'register-repairs', own)).toBeUndefined();
    expect(whyNot.removeFromGroup(other, 'admin', own)).toBeUndefined();
  });

  test('only gets its codes dropped by another admin', () => {
    expect(whyNot.resetSecondFactor(own, own)).toBe('OwnAccount');
    expect(whyNot.resetSecondFactor(other, own)).toBeUndefined();
  });
});
