import { describe, expect, test } from '@jest/globals';
import { compilePattern } from './pattern.ts';
import type { BusEvent } from './pattern.ts';

const event: BusEvent = {
  version: '0',
  id: '1',
  'detail-type': 'RmaAssigned',
  source: 'repair-provider',
  account: '000000000000',
  time: '2026-11-21T10:00:00Z',
  region: 'eu-central-1',
  resources: ['arn:one', 'arn:two'],
  detail: {
    rma: 'UK1',
    count: 3,
    ok: true,
    none: null,
    repair: { store: 'UK-1001' },
    items: [{ key: 'a' }, { key: 'b' }],
  },
};

describe('event patterns', () => {
  test.each([
    [{ source: ['repair-provider'] }, true],
    [{ source: ['repair'] }, false],
    [{ source: ['other', 'repair-provider'], 'detail-type': ['RmaAssigned'] }, true],
    [{ source: ['repair-provider'], 'detail-type': ['RepairBooked'] }, false],
    [{ detail: { count: [3], ok: [true], none: [null] } }, true],
    [{ detail: { count: ['3'] } }, false],
    [{ detail: { repair: { store: ['UK-1001'] } } }, true],
    [{ detail: { repair: ['UK-1001'] } }, false],
    [{ resources: ['arn:two'] }, true],
    [{ detail: { items: { key: ['b'] } } }, true],
    [{ detail: { items: { key: ['c'] } } }, false],
  ])('%j', (pattern, matches) => {
    expect(compilePattern(pattern)(event)).toBe(matches);
  });

  test.each([
    [{ source: [{ suffix: 'x' }] }, '{"suffix":"x"} (at source)'],
    [{ detail: { count: [{ numeric: ['>', 1] }] } }, '{"numeric":[">",1]} (at detail.count)'],
    [{ detail: { rma: [{ prefix: 'UK' }] } }, '{"prefix":"UK"} (at detail.rma)'],
    [{ detail: { rma: [{ exists: true }] } }, '{"exists":true} (at detail.rma)'],
    [{ $or: [{ source: ['x'] }] }, '"$or" (at the top)'],
    [{ source: 'repair-provider' }, '"repair-provider" (at source)'],
    [{ source: [] }, '[] (at source)'],
    ['text', '"text" (at the top)'],
  ])('%j is refused by name', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(message);
  });
});
