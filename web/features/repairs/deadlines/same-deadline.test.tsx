import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { parseTypedDate } from '#shared/dates/parse-date.ts';
import en from '#shared/locales/en.json' with { type: 'json' };
import type { DeadlineName } from '#shared/repairs/deadlines.ts';
import type { RepairEntry, RepairState } from '#shared/repairs/lifecycle.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { AttentionPanel } from '#web/features/records/attention/attention-panel.tsx';
import { createOverdueSource } from '#web/features/records/attention/attention-source.tsx';
import { RepairDetails } from '#web/features/repairs/details/repair-details.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { createRepairColumns } from '#web/features/repairs/submitted-repairs-page.tsx';
import { loadTexts } from '#web/i18n/load-texts.ts';
import { exportToColumns } from '#web/testing/csv-columns.ts';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { getPrintSheets } from '#web/testing/print-sheet.ts';
import { identity } from '#web/testing/repair-details.tsx';
import { buildRepairWithTimeline } from '#web/testing/repair.ts';
import { captureDownloads } from '#web/testing/saved-files.ts';
import { answerText } from './customer-answer.tsx';
import { DeadlineLabel } from './deadline-label.tsx';
import { dueRepairsSource, repairsToSendSource } from './repair-attention-sources.tsx';

const toInstant = (day: CalendarDate) => `${day}T12:00:00.000Z`;
const bookedEntry: RepairEntry = { type: 'booked', at: toInstant('2026-11-06'), by: 'sam@nuk.example' };
const rmaEntry: RepairEntry = { type: 'rmaAssigned', at: toInstant('2026-11-09'), eventId: 'rma', rma: 'RMA-77' };
const statusOn = (status: Extract<RepairEntry, { type: 'status' }>['status'], day: CalendarDate): RepairEntry => ({
  type: 'status',
  at: toInstant(day),
  eventId: status,
  status,
});
const confirmedEntries = [rmaEntry, statusOn('confirmed', '2026-11-10')];
const assessedEntries = [...confirmedEntries, statusOn('received', '2026-11-12'), statusOn('assessed', '2026-11-13')];
const repairedEntries = [...assessedEntries, statusOn('repaired', '2026-11-20')];

type Deadline = { readonly promise: DeadlineName | 'send'; readonly by: CalendarDate };

/** Timeline entries after the booking on Friday 6 November for each state, with the next deadline by the terms of service. */
const timelinesByState: Readonly<
  Record<RepairState, readonly [reported: readonly RepairEntry[], deadline?: Deadline]>
> = {
  submitted: [[], { promise: 'rma', by: '2026-11-10' }],
  // The parcel can be sent from the day of its RMA number.
  registered: [[rmaEntry], { promise: 'send', by: '2026-11-09' }],
  confirmed: [confirmedEntries, { promise: 'send', by: '2026-11-09' }],
  received: [assessedEntries.slice(0, -1), { promise: 'target', by: '2026-11-22' }],
  assessed: [assessedEntries, { promise: 'target', by: '2026-11-22' }],
  quoted: [[...assessedEntries, statusOn('quoted', '2026-11-16')], { promise: 'feeAnswer', by: '2026-12-16' }],
  repaired: [repairedEntries],
  // Christmas Day and the Boxing Day substitute on Monday 28 December are not working days.
  dispatched: [[...repairedEntries, statusOn('dispatched', '2026-12-14')], { promise: 'arrival', by: '2026-12-30' }],
  returnedUnrepaired: [
    [...assessedEntries, statusOn('returnedUnrepaired', '2026-12-14')],
    { promise: 'arrival', by: '2026-12-30' },
  ],
  abandoned: [[...repairedEntries, statusOn('dispatched', '2026-11-23'), statusOn('abandoned', '2026-12-14')]],
  cancelled: [[...confirmedEntries, statusOn('cancelled', '2026-11-13')]],
  withdrawn: [[{ type: 'withdrawn', at: toInstant('2026-11-06'), by: 'sam@nuk.example' }]],
};

const daysAround = (deadline?: Deadline) =>
  deadline ? [-10, -1, 0, 1, limits.complaintDays + 1].map((days) => addDays(deadline.by, days)) : ['2026-12-20'];

/** Deadlines that can be the next one of a repair, apart from the day on which its parcel can be sent. */
const nextDeadlineNames = ['rma', 'feeAnswer', 'target', 'arrival'] as const;
const deadlineSentences = [
  ...nextDeadlineNames.flatMap((name) => [en.repairs.due.next[name], en.repairs.due.overdue[name]]),
  en.repairs.next.send,
];
const answerSentences = nextDeadlineNames.map((name) => en.repairs.answer.next[name]);

/** Returns the first day and month in a text as a date of 2026. */
const findFirstDay = (text: string) => {
  const day = /\d{1,2} \p{L}+/u.exec(text)?.[0];
  return day === undefined ? [] : [parseTypedDate(`${day} 2026`)];
};

/** Returns the days in a text at the positions of `{date}` in these sentences. */
const findDays = (text: string, sentences: readonly string[]) =>
  sentences.flatMap((sentence) => {
    const [beginning = ''] = sentence.split('{date}');
    const [, remainder] = text.split(beginning);
    return remainder === undefined ? [] : findFirstDay(remainder);
  });

/** Answers requests like the server of a store with only this repair. */
const answerWith = (repair: Repair) => {
  const bookedOn = toCalendarDate(new Date(repair.createdAt), calendars.nuk.timeZone);
  const isDue = repair.next?.promise === 'feeAnswer' || repair.next?.promise === 'target';
  answerCalls(({ url: { pathname, searchParams: query } }) => {
    if (pathname.endsWith('/repair')) return { body: repair };
    if (query.get('due') === 'send') return { body: { items: repair.sendFrom === undefined ? [] : [repair] } };
    if (query.get('due') === 'all') return { body: { items: isDue ? [repair] : [] } };
    const isRequested = query.get('state') === repair.state && bookedOn <= (query.get('to') ?? '');
    return { body: { items: isRequested ? [repair] : [] } };
  });
};

const sources = [
  dueRepairsSource,
  repairsToSendSource,
  createOverdueSource(
    repairKind,
    (deadline, today) => <DeadlineLabel promise="rma" by={deadline} today={today} />,
    () => undefined,
  ),
];

/** Returns the deadlines that each part of the portal shows for a repair on a day. */
const collectDeadlines = async (repair: Repair, today: CalendarDate) => {
  signInAs('nuk');
  answerWith(repair);
  const texts = await loadTexts('UK');
  const columns = createRepairColumns(texts, place, today);
  const column = columns.find(({ id }) => id === 'next');
  const { user } = await openPages(
    {
      home: (
        <>
          <section aria-label="Home">
            <AttentionPanel sources={sources} onSettled={() => undefined} />
          </section>
          <section aria-label="List">{column && 'cell' in column && column.cell?.(repair)}</section>
          <section aria-label="Details">
            <RepairDetails identity={identity} onBack={() => undefined} />
          </section>
        </>
      ),
    },
    paths.home(place),
  );
  await screen.findByRole('list', { name: 'Timeline' });
  await vi.waitFor(() => expect(screen.queryByText(en.home.attention.loading)).toBeNull());
  const getRegion = (name: string) => screen.getByRole('region', { name });
  const findDeadlineElement = (name: string) => getRegion(name).querySelector('.due');

  const calendarDays: (string | undefined)[] = [];
  const calendarButton = within(getRegion('Details')).queryByRole('button', { name: en.repairs.due.calendar });
  if (calendarButton) {
    const savedFiles = captureDownloads();
    await user.click(calendarButton);
    await vi.waitFor(() => expect(savedFiles).toHaveLength(1));
    const [, day] = /DTSTART;VALUE=DATE:(\d{8})/.exec((await savedFiles[0]?.file.text()) ?? '') ?? [];
    calendarDays.push(day === undefined ? undefined : parseTypedDate(day));
    vi.restoreAllMocks();
  }
  const exportedColumns = await exportToColumns(createRepairColumns, [repair], today);
  const [, exportedDay = ''] = exportedColumns?.find(([header]) => header === en.repairs.list.next) ?? [];
  const printButton = within(getRegion('Details')).queryByRole('button', { name: en.repairs.slip.printA4 });
  if (printButton) {
    vi.stubGlobal('print', () => undefined);
    await user.click(printButton);
    await vi.waitFor(() => expect(getPrintSheets()).toHaveLength(1));
  }
  const openSteps = [...getRegion('Details').querySelectorAll('li.is-open')].map(({ textContent }) => textContent);
  const isDay = (text: string | undefined) => text !== undefined && text !== '';
  const deadlines = {
    details: findDays(getRegion('Details').textContent, deadlineSentences),
    timeline: findDays(openSteps.join(), [en.repairs.due.expected]),
    list: findDays(findDeadlineElement('List')?.getAttribute('title') ?? '', deadlineSentences),
    sorting: [column?.text(repair)].filter(isDay),
    home: [
      ...findDays(findDeadlineElement('Home')?.getAttribute('title') ?? '', deadlineSentences),
      ...findDays(findDeadlineElement('Home')?.textContent ?? '', [en.home.todo.since]),
    ],
    calendar: calendarDays,
    answer: findDays(answerText(repair, today, calendars.nuk.timeZone, texts), answerSentences),
    exported: [exportedDay].filter(isDay).map((day) => parseTypedDate(day)),
    slip: findDays(getPrintSheets()[0]?.textContent ?? '', [en.repairs.slip.rmaBy]),
  };
  cleanup();
  return deadlines;
};

/** Returns which parts of the portal show a deadline on a day. The calendar file and the answer to callers omit past deadlines. */
const findShowingParts = ({ promise, by }: Deadline, today: CalendarDate) => {
  const isOver = promise === 'arrival' && today > addDays(by, limits.complaintDays);
  const isInTime = today <= by;
  const isOnHome = {
    rma: !isInTime,
    feeAnswer: true,
    target: !isInTime,
    arrival: false,
    cancellation: false,
    warranty: false,
    send: true,
  };
  const isDeadline = promise !== 'send';
  return {
    details: !isOver,
    timeline: isDeadline && (isInTime || promise !== 'arrival'),
    list: isInTime || promise !== 'arrival',
    sorting: !isOver,
    home: isOnHome[promise],
    calendar: isDeadline && isInTime,
    answer: isDeadline && isInTime,
    exported: isDeadline && !isOver,
    slip: promise === 'rma' && isInTime,
  };
};

const parts = ['details', 'timeline', 'list', 'sorting', 'home', 'calendar', 'answer', 'exported', 'slip'] as const;

test.each(repairStates)('shows the same deadline everywhere for a repair that is %s', async (state) => {
  const [reported, deadline] = timelinesByState[state];
  for (const today of daysAround(deadline)) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(toInstant(today)) });
    const repair = buildRepairWithTimeline(today, [bookedEntry, ...reported]);
    expect(repair.state).toBe(state);
    const showsPart = deadline && findShowingParts(deadline, today);
    const expected = Object.fromEntries(parts.map((part) => [part, showsPart?.[part] ? [deadline?.by] : []]));
    expect({ today, ...(await collectDeadlines(repair, today)) }).toEqual({ today, ...expected });
  }
});
