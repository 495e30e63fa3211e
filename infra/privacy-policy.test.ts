import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { limits } from '#shared/limits.ts';
import { languages } from '#shared/regions.ts';
import type { Language } from '#shared/regions.ts';
import { backupDays } from './backups.ts';
import { messageDays } from './queues.ts';
import { findStage, stageNames, stages } from './stages.ts';

const policyFile = (language: Language) =>
  join(import.meta.dirname, `../web/features/legal/texts/privacy-policy.${language}.json`);

const units = [
  ['hours', 'Stunden', 'heures'],
  ['days', 'Tage', 'Tagen', 'jours'],
  ['months', 'Monate', 'Monaten', 'mois'],
  ['people', 'Personen', 'dernières'],
];
const unitOf = (word: string) => units.find((words) => words.includes(word))?.[0] ?? word;

/** Every figure of a policy with its unit, in the order of the text. */
const figuresIn = (policy: string) =>
  [...policy.matchAll(/(\d+)(?:\s(\p{L}+))?/gu)].map(([, figure, word = '']) => `${figure} ${unitOf(word)}`);

/** What is kept for so long is gone by then, whatever months it falls into. */
const monthsOf = (days: number) => Math.ceil((days * 12) / 365);
const { prod } = stages;

test.each(languages)('the privacy policy (%s) names the limits in code, and prod’s settings', (language) =>
  expect(figuresIn(readFileSync(policyFile(language), 'utf8'))).toEqual([
    `${limits.session.devicePeople} people`,
    `${monthsOf(limits.session.deviceDays)} months`,
    `${monthsOf(limits.localeCookieDays)} months`,
    `${limits.draftDays} days`,
    `${limits.session.absoluteHours} hours`,
    `${limits.auditMonths} months`,
    `${limits.jobDays} days`,
    `${monthsOf(prod.logRetentionDays)} months`,
    `${monthsOf(prod.accessLogDays)} months`,
    `${limits.recordMonths} months`,
    `${backupDays.weekly} days`,
    `${messageDays} days`,
  ]),
);

test.each(stageNames)('%s keeps logs no longer than prod, whose settings the policy names', (name) => {
  const { logRetentionDays, accessLogDays } = findStage(name);
  expect(logRetentionDays).toBeLessThanOrEqual(prod.logRetentionDays);
  expect(accessLogDays).toBeLessThanOrEqual(prod.accessLogDays);
});
