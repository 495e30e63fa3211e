import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { badDays } from './days.ts';

const guide = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/faults.md'), 'utf8');
const [here = ''] = guide.split('## On a stage');

test('docs/faults.md says of every bad day what is promised, and of no other', () => {
  const rows = [...here.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(badDays));
});
