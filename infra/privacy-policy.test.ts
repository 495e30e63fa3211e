import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { languages } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { backupDays } from './backups.ts';
import { messageDays } from './queues.ts';
import { findStage, stageNames, stages } from './stages.ts';

const toPolicyPath = (language: Language) =>
  join(import.meta.dirname, `../web/features/legal/texts/privacy-policy.${language}.json`);

// In French, “dernières” follows the number of people: “les 10 dernières personnes”.
const units = [
  ['hours', 'Stunden', 'heures'],
  ['days', 'Tage', 'Tagen', 'jours'],
  ['months', 'Monate', 'Monaten', 'mois'],
  ['people', 'Personen', 'dernières'],
];
const toUnit = (word: string) => units.find((words) => words.includes(word))?.[0] ?? word;

/** Returns every figure of a policy with its unit, in the order of the text. */
const findFigures = (policy: string) =>
  [...policy.matchAll(/(\d+)(?:\s(\p{L}+))?/gu)].map(([, figure, word = '']) => `${figure} ${toUnit(word)}`);

/** Rounds days up to months, so that data is deleted by then whatever the months' lengths. */
const toMonths = (days: number) => Math.ceil((days * 12) / 365);
const { prod } = stages;

test.each(languages)("the privacy policy (%s) states the limits in code and prod's settings", (language) =>
  expect(findFigures(readFileSync(toPolicyPath(language), 'utf8'))).toEqual([
    `${limits.session.usersPerDevice} people`,
    `${toMonths(limits.session.deviceDays)} months`,
    `${toMonths(limits.localeCookieDays)} months`,
    `${limits.draftDays} days`,
    `${limits.session.absoluteHours} hours`,
    `${limits.auditMonths} months`,
    `${limits.jobDays} days`,
    `${limits.news.days} days`,
    `${toMonths(prod.logRetentionDays)} months`,
    `${toMonths(prod.accessLogDays)} months`,
    `${limits.recordMonths} months`,
    `${backupDays.weekly} days`,
    `${messageDays} days`,
  ]),
);

test.each(stageNames)('%s keeps logs no longer than prod', (name) => {
  const { logRetentionDays, accessLogDays } = findStage(name);
  expect(logRetentionDays).toBeLessThanOrEqual(prod.logRetentionDays);
  expect(accessLogDays).toBeLessThanOrEqual(prod.accessLogDays);
});
