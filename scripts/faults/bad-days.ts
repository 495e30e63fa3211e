import type { BadDay } from './bad-day.ts';
import { busAway } from './bus-away.ts';
import { cognitoThrottled } from './cognito-busy.ts';
import { diskFull } from './disk-full.ts';
import { killed } from './killed.ts';
import { lostAnswers, lostWrites } from './lost-answers.ts';
import { cognitoAway, databaseAway, filesAway, queueAway } from './outages.ts';
import { race } from './race.ts';
import { secretsAway } from './secrets-away.ts';
import { inPart, throttled } from './throttled.ts';

/** THE bad days, by the name that the command takes. */
export const badDays = {
  throttled,
  'in-part': inPart,
  'lost-answers': lostAnswers,
  'lost-writes': lostWrites,
  race,
  database: databaseAway,
  'cognito-busy': cognitoThrottled,
  cognito: cognitoAway,
  files: filesAway,
  queue: queueAway,
  secrets: secretsAway,
  bus: busAway,
  killed,
  disk: diskFull,
} as const satisfies Record<string, BadDay>;
