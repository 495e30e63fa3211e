import { expect, test } from '@jest/globals';
import { readMistakeFindings, readSynthesized } from './testing/synthesized.ts';
import { templateMistakes, testedStages } from './testing/tested-stages.ts';

// Unless disabled, CDK validates templates against CloudFormation's schemas and the rules of cfn-lint at each
// synthesis.
test.each(Object.keys(testedStages))('templates of %s are valid', (title) =>
  expect(readSynthesized(title).findings).toEqual([]),
);

test('synthesis reports invalid properties, values, types and attributes, and missing properties', () => {
  const findings = readMistakeFindings();
  const resources = new Set([...findings.matchAll(/"logicalId":"(\w+)"/g)].map(([, id]) => id));
  const { ValidResource: _, ...mistakes } = templateMistakes;
  expect(resources).toEqual(new Set(Object.keys(mistakes)));
  // The template has an output of the attribute `Size`, which no queue has.
  expect(findings).toMatch(/"description":"[^"]*\bSize\b/);
});
