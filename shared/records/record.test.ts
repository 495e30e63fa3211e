import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { storeRefNo } from '#shared/fields.ts';
import { normaliseReference, withdrawnReference } from './record.ts';

describe('comparing store references', () => {
  test.each([
    ['  AB-1 ', 'ab-1'],
    ['\u1E9E 1', 'ss 1'],
    ['Gr\u00F6\u00DFe 7', 'GRO\u0308SSE 7'],
    ['\u00C9t\u00E9', 'e\u0301te\u0301'],
  ])('%j and %j are one reference', (one, other) => {
    expect(normaliseReference(one)).toBe(normaliseReference(other));
  });

  test('white space within tells two references apart', () => {
    expect(normaliseReference('AB 1')).not.toBe(normaliseReference('AB1'));
  });

  test('normalising twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normaliseReference(normaliseReference(text))).toBe(normaliseReference(text));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('the key of a withdrawn record', () => {
  const references = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => storeRefNo.safeParse(text).success);

  test('is that of no reference that can be booked', () => {
    fc.assert(
      fc.property(references, references, fc.uuid(), (withdrawn, booked, id) => {
        expect(withdrawnReference(withdrawn, id)).not.toBe(normaliseReference(booked));
        expect(storeRefNo.safeParse(withdrawnReference(withdrawn, id)).success).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('is one for each record, however its reference is written', () => {
    fc.assert(
      fc.property(references, fc.uuid(), fc.uuid(), (reference, one, other) => {
        expect(withdrawnReference(` ${reference} `, one)).toBe(withdrawnReference(reference, one));
        expect(withdrawnReference(reference, one) === withdrawnReference(reference, other)).toBe(one === other);
      }),
      { numRuns: 1000 },
    );
  });
});
