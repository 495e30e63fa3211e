import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { inProject } from '#infra/project.ts';
import { synthesized } from '#infra/testing/synthesized.ts';
import { testedStages } from '#infra/testing/tested-stages.ts';
import type { Line } from './idle.ts';
import { idleCost, idleDollars, idleTargets } from './idle.ts';

const idleOf = (title: string) => {
  const { edge, portal, edgeWatch } = synthesized(title);
  return idleCost([edge, portal, edgeWatch].map((template) => template.toJSON()));
};

const idleTable = (stages: Readonly<Record<string, readonly Line[]>>): string[] => {
  const all = Object.values(stages);
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  const lines = all[0]?.map(([what], index) =>
    row(
      what,
      ...all.map((stage) => {
        const [, count, dollars] = stage[index] ?? ['', '', 0];
        return count.startsWith('0') ? '–' : `${dollars.toFixed(2)} (${count})`;
      }),
    ),
  );
  return [
    row('a month, in US dollars', ...Object.keys(stages)),
    `|${'---|'.repeat(all.length + 1)}`,
    ...(lines ?? []),
    row('**while nobody is there**', ...all.map((stage) => `**${idleDollars(stage).toFixed(2)}**`)),
  ];
};

test('the README says what each stage costs while nobody is there, as its templates have it, and no stage more than it may', () => {
  const stages = Object.fromEntries(Object.keys(idleTargets).map((stage) => [stage, idleOf(stage)]));
  expect(readFileSync(inProject('README.md'), 'utf8')).toContain(idleTable(stages).join('\n'));
  for (const [stage, most] of Object.entries(idleTargets)) {
    const dollars = idleDollars(stages[stage] ?? []);
    expect(dollars).toBeGreaterThan(0);
    expect(dollars).toBeLessThanOrEqual(most);
    // The budget tells of it, and of as much again at least.
    expect(testedStages[stage]?.monthlyBudget).toBeGreaterThanOrEqual(2 * dollars);
  }
});

test('each thing that costs by the month is counted', () => {
  const [light, full] = [idleOf('dev'), idleOf('prod with every option')];
  const ofLine = (lines: typeof light, what: string) => lines.find(([name]) => name.startsWith(what))?.slice(1);
  expect(ofLine(full, 'Firewall')).toEqual(['10 rules', 15]);
  expect(ofLine(light, 'Firewall')).toEqual(['0 rules', 0]);
  expect(ofLine(full, 'Customer keys')).toEqual(['2', 2]);
  expect(ofLine(light, 'Alarms')).toEqual(['7 of 8 metrics', expect.closeTo(0.8)]);
  expect(ofLine(full, 'Queues')).toEqual(['4', expect.closeTo(4 * 657_000 * 0.4e-6)]);
});
