import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFileName } from './return-details.tsx';

test.each([
  ['RET-1', 'RET-1'],
  ['A/B: C?', 'A-B-C'],
  ['../../etc', 'etc'],
  ['Rückgabe №7', 'Rückgabe-7'],
  ['***', ''],
])('%s is %j in a file’s name', (reference, name) => expect(inFileName(reference)).toBe(name));

test('no reference makes a path or a hidden file', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (reference) => {
      expect(inFileName(reference)).not.toMatch(/[\\/:*?"<>|\s]|^\./u);
    }),
    { numRuns: 1000 },
  );
});
