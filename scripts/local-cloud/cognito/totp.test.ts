import { expect, test } from '@jest/globals';
import { computeCodeAt, createTotpSecret, toTimeStep, findTimeStep } from './totp.ts';

/** Secret of RFC 6238, appendix B, for SHA-1 ('12345678901234567890') in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The RFC has codes of eight digits, of which these are the last six.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('returns the code of RFC 6238 at second %i: %s', (second, code) =>
  expect(computeCodeAt(secret, new Date(second * 1000))).toBe(code),
);

test('accepts a code one time step early or late, but no more', () => {
  const issuedAt = new Date('2026-11-21T10:00:00Z');
  const code = computeCodeAt(secret, issuedAt);
  const findStepAfter = (seconds: number) => findTimeStep(secret, code, new Date(issuedAt.getTime() + seconds * 1000));
  expect([findStepAfter(-30), findStepAfter(0), findStepAfter(59)]).toEqual([
    toTimeStep(issuedAt),
    toTimeStep(issuedAt),
    toTimeStep(issuedAt),
  ]);
  expect([findStepAfter(-31), findStepAfter(60)]).toEqual([undefined, undefined]);
});

test('creates secrets of 52 base32 characters, as AWS does', () =>
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{52}$/));
