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
  detail: { rma: 'UK1', count: 3, repair: { store: 'UK-1001' } },
};

describe('compilePattern', () => {
  test.each([
    [{ source: ['repair'] }, false],
    [{ source: ['other', 'repair-provider'], 'detail-type': ['RmaAssigned'] }, true],
    [{ source: ['repair-provider'], 'detail-type': ['RepairBooked'] }, false],
    [{ detail: { repair: { store: ['UK-1001'] } } }, true],
    [{ detail: { repair: ['UK-1001'] } }, false],
    [{ detail: { rma: { store: ['UK-1001'] } } }, false],
    [{ detail: { absent: ['x'] } }, false],
    [{ resources: ['arn:two'] }, true],
  ])('%j matches: %j', (pattern, matches) => {
    expect(compilePattern(pattern)(event)).toBe(matches);
  });

  test.each([
    [{ source: [{ suffix: 'x' }] }],
    [{ detail: { count: [3] } }],
    [{ $or: [{ source: ['x'] }] }],
    [{ source: 'repair-provider' }],
    [{ source: [] }],
    ['text'],
  ])('rejects %j', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow('does not know this pattern');
  });
});
