import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { limits } from '#shared/limits.ts';
import { cursor as cursorField } from '#shared/fields.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

describe('a cursor', () => {
  test('comes back as it went, and fits its field', () => {
    const text = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: 'grapheme' }).filter((value) => value.length <= maxLength);
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') }), fc.stringMatching(/^[A-Za-z0-9._~-]{1,20}$/), text(limits.text.storeRefNo), (date, storeId, reference) => {
        const end = { createdAt: date.toISOString(), storeId, reference };
        expect(decodeCursor(cursorField.parse(encodeCursor(end)))).toEqual(end);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['', 'e30', 'W10', 'WzEsMiwzXQ', '%%%', Buffer.from('["a","b"]').toString('base64url'), Buffer.from('["2026-01-01T00:00:00.000Z","b","\\ud800"]').toString('base64url')])('%j is refused', (text) => {
    expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: 'InvalidParameterException' }));
  });
});
