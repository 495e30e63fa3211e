import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { faultScenarios } from './scenarios.ts';

const guide = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/faults.md'), 'utf8');
const [localSection = ''] = guide.split('## On a stage');

test('docs/faults.md lists exactly the scenarios defined here', () => {
  const rows = [...localSection.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(faultScenarios));
});
