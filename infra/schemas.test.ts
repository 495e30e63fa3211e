import { expect, test } from '@jest/globals';
import { foundMistakes, synthesized } from './testing/synthesized.ts';
import { templateMistakes, testedStages } from './testing/tested-stages.ts';

// CDK holds templates against CloudFormation's schemas and the rules of cfn-lint at each synthesis, unless it is switched off.
test.each(Object.keys(testedStages))('CloudFormation knows everything that the templates of %s say', (title) =>
  expect(synthesized(title).findings).toEqual([]),
);

test('what CloudFormation does not know is found without it: properties, choices, types, what is missing, attributes', () => {
  const found = foundMistakes();
  const resources = new Set([...found.matchAll(/"logicalId":"(\w+)"/g)].map(([, id]) => id));
  const { Right: _, ...mistakes } = templateMistakes;
  expect(resources).toEqual(new Set(Object.keys(mistakes)));
  expect(found).toMatch(/"description":"[^"]*\bSize\b/);
});
