import { expect, test } from '@jest/globals';
import { codeAt, newTotpSecret, stepAt, stepOfCode } from './totp.ts';

/** RFC 6238, appendix B, for SHA-1: the last six of its eight digits. The secret is '00000000000034567890'. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (second, code) => expect(codeAt(secret, new Date(second * 1000))).toBe(code));

test('a code fits a step early and late, and no longer', () => {
  const at = new Date('2026-11-21T10:00:00Z');
  const code = codeAt(secret, at);
  const after = (seconds: number) => stepOfCode(secret, code, new Date(at.getTime() + seconds * 1000));
  expect([after(-30), after(0), after(59)]).toEqual([stepAt(at), stepAt(at), stepAt(at)]);
  expect([after(-31), after(60)]).toEqual([undefined, undefined]);
});

test('a new secret has AWS’s 52 signs of base32', () => expect(newTotpSecret()).toMatch(/^[A-Z2-7]{52}$/));
