import { describe, expect, test } from 'vitest';
import type { Prefix } from '#shared/config/regions.ts';
import { deadlineNames } from '#shared/repairs/deadlines.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { loadTexts } from '#web/i18n/load-texts.ts';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { createCalendarFile } from './calendar-file.ts';
import { answerText } from './customer-answer.tsx';
import { dayText, deadlineTexts, isMissed, deadlineSentence } from './deadline-text.ts';

const today = '2026-12-07';

describe.each<[Prefix, string, readonly [string, string, string, string], string, string]>([
  [
    'UK',
    'Please call the customer: the fee quote has to be answered by Saturday 12 December, in 5 days.',
    ['today', 'tomorrow', '1 day late', '3 days late'],
    'Sat 12 Dec',
    'Your product (Nintendo Switch 2; reference REF-1) was booked in on Monday 2 November; please answer by Saturday 12 December.',
  ],
  [
    'DE',
    'Bitte rufen Sie die Kundin oder den Kunden an: Der Kostenvoranschlag muss bis Samstag, 12. Dezember (in 5 Tagen) beantwortet werden.',
    ['heute', 'morgen', '1 Tag zu spät', '3 Tage zu spät'],
    'Sa., 12. Dez.',
    'Ihre Reparatur REF-1 (Nintendo Switch 2) wurde am Montag, 2. November gebucht; bitte antworten Sie bis Samstag, 12. Dezember.',
  ],
  [
    'FR',
    'Veuillez appeler le client\u00A0: une réponse au devis est attendue au plus tard le samedi 12 décembre (dans 5 jours).',
    ['aujourd’hui', 'demain', '1 jour de retard', '3 jours de retard'],
    'sam. 12 déc.',
    'Votre demande de réparation REF-1 (Nintendo Switch 2) a été enregistrée le lundi 2 novembre\u202F; veuillez y répondre au plus tard le samedi 12 décembre.',
  ],
])('texts for the prefix %s', (prefix, sentence, distances, shortDate, answer) => {
  const next = { promise: 'feeAnswer', by: '2026-12-12', who: ['customer'] } as const;

  test('formats the next deadline as a sentence', async () => {
    expect(deadlineSentence(next, today, await loadTexts(prefix))).toBe(sentence);
  });

  test('formats how far away a deadline is', async () => {
    const texts = await loadTexts(prefix);
    const days = ['2026-12-07', '2026-12-08', '2026-12-06', '2026-12-04'];
    expect(days.map((by) => deadlineTexts(by, today, texts).distance)).toEqual(distances);
    expect(deadlineTexts('2026-12-12', today, texts, 'short')).toEqual({
      date: shortDate,
      distance: expect.any(String),
      isLate: false,
    });
  });

  test('has a sentence for every deadline, before and after its day', async () => {
    const texts = await loadTexts(prefix);
    for (const promise of deadlineNames)
      for (const by of ['2026-12-12', '2026-12-01'])
        expect(deadlineSentence({ promise, by }, today, texts)).toMatch(/^\p{Lu}[^{}]+\.$/u);
  });

  test('answers a calling customer with the last event, and with the next deadline unless it has passed', async () => {
    const texts = await loadTexts(prefix);
    const answerOn = (day: string) => answerText(buildRepair({ next }), day, 'Europe/London', texts);
    expect(answerOn(today)).toBe(answer);
    expect(answerOn('2026-12-13')).toBe(`${answer.replace(/\u202F?;[^;]*$/, '')}.`);
  });
});

test('counts a deadline as missed after its day, except for the arrival of a parcel', () => {
  expect(isMissed({ promise: 'target', by: today }, today)).toBe(false);
  expect(isMissed({ promise: 'target', by: '2026-12-06' }, today)).toBe(true);
  expect(isMissed({ promise: 'arrival', by: '2026-12-06' }, today)).toBe(false);
});

test('formats the first of a month in French and distant days', async () => {
  const texts = await loadTexts('FR');
  expect(dayText('2027-01-01', today, texts)).toBe('vendredi 1er janvier');
  expect(dayText('2025-11-01', today, texts)).toBe('1er novembre 2025');
  expect(dayText('2026-12-11', today, texts)).toBe('vendredi 11 décembre');
});

test('creates an all-day event with a stable UID', async () => {
  const texts = await loadTexts('DE');
  const next = { promise: 'feeAnswer', by: '2026-12-12', who: ['customer'] } as const;
  const url = new URL('https://portal.example/DE/ndach/repairs/submitted?ref=REF-1');
  const file = createCalendarFile(buildRepairSummary(), next, url, texts, new Date('2026-12-07T09:30:00Z'));
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//portal.example//Händlerportal//DE',
    'BEGIN:VEVENT',
    `UID:${buildRepairSummary().id}-feeAnswer@portal.example`,
    'SEQUENCE:0',
    'DTSTAMP:20261207T093000Z',
    'DTSTART;VALUE=DATE:20261212',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    'SUMMARY:Antwort auf den Kostenvoranschlag: Nintendo Switch 2\\, REF-1',
    'URL;VALUE=URI:https://portal.example/DE/ndach/repairs/submitted?ref=REF-1',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});
