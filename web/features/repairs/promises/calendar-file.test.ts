import { expect, test } from 'vitest';
import { textsIn } from '#web/language/i18n.ts';
import { summaryWith } from '#web/testing/repair.ts';
import { calendarFile } from './calendar-file.ts';

test('a due date is an event of the whole day, the same one whenever it is made', async () => {
  const texts = await textsIn('DE');
  const next = { promise: 'feeAnswer', by: '2026-12-12', who: ['customer'] } as const;
  const address = new URL('https://portal.example/DE/ndach/repairs/submitted?ref=REF-1');
  const file = calendarFile(summaryWith(), next, address, texts, new Date('2026-12-07T09:30:00Z'));
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//portal.example//Händlerportal//DE',
    'BEGIN:VEVENT',
    `UID:${summaryWith().id}-feeAnswer@portal.example`,
    'SEQUENCE:0',
    'DTSTAMP:20261207T093000Z',
    'DTSTART;VALUE=DATE:20261212',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    'SUMMARY:Antwort auf die Kostenmitteilung: Nintendo Switch 2\\, REF-1',
    'URL;VALUE=URI:https://portal.example/DE/ndach/repairs/submitted?ref=REF-1',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});
