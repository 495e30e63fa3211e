import { expect, test } from 'vitest';
import { formatRelativeTime } from './user-texts.tsx';

const now = new Date('2026-11-02T12:00:00.000Z');

test.each([
  ['2026-11-05T11:59:59.000Z', 'en-GB', 'in 2 days'],
  ['2026-11-04T12:00:00.000Z', 'de-DE', 'in 2 Tagen'],
  ['2026-11-02T15:30:00.000Z', 'fr-FR', 'dans 3 heures'],
  ['2026-11-02T12:00:30.000Z', 'en-GB', 'in 0 minutes'],
  ['2026-11-01T12:00:00.000Z', 'en-GB', '1 day ago'],
  ['2026-10-30T11:00:00.000Z', 'de-DE', 'vor 3 Tagen'],
])('formats %s in %s as %s', (iso, locale, words) => {
  expect(formatRelativeTime(iso, now, locale)).toBe(words);
});
