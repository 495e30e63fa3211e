import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/config/limits.ts';
import type { Job } from '#shared/jobs/job.ts';
import { getButton, buildJob, openBulk, signInAdmin } from '#web/testing/bulk-users.tsx';
import { estimateRemainingSeconds, formatRemainingTime } from './job-texts.ts';

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date('2026-11-21T09:00:00Z'),
    // Intervals stay real; otherwise jsdom's animation frames would stop for all later tests.
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  signInAdmin();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const readAnnouncement = () => document.querySelector('[data-announcer]')?.textContent;

const runningJob = buildJob({ outcomes: { invited: 10 }, updatedAt: '2026-11-21T09:00:10.000Z' });
const open = async (job: () => Job) => {
  const portal = await openBulk({ latest: () => runningJob, job });
  // Wait for the response and the spinner's minimum duration.
  await advance(0);
  await advance(limits.web.spinnerMinimumMs);
  await advance(0);
  // Blur the heading, which a new page focuses, as if the page had been open for a while.
  screen.getByRole('heading', { level: 1 }).blur();
  return { ...portal, countPolls: () => portal.requestBodies('jobs/nuk/job').length };
};

test('polls a running job and announces its progress at each quarter', async () => {
  let invitedCount = 10;
  const { countPolls } = await open(() =>
    buildJob({
      outcomes: { invited: invitedCount },
      updatedAt: '2026-11-21T09:00:20.000Z',
      ...(invitedCount === 200 && { state: 'done' }),
    }),
  );
  const observations: (string | null | undefined)[][] = [];
  for (invitedCount of [20, 40, 55, 70, 120, 200]) {
    await advance(2600);
    observations.push([document.querySelector('.file-progress')?.textContent, readAnnouncement()]);
  }
  const initialAnnouncement = observations[0]?.[1];
  expect(observations).toEqual([
    ['20 of 200About 3 minutes left', initialAnnouncement],
    ['40 of 200About 1 minute left', initialAnnouncement],
    ['55 of 200About 1 minute left', '55 of 200. About 1 minute left'],
    ['70 of 200About 1 minute left', '55 of 200. About 1 minute left'],
    ['120 of 200A few seconds left', '120 of 200. A few seconds left'],
    [undefined, '200 of 200 users imported, 0 errors'],
  ]);
  expect(screen.getByRole('heading', { name: 'Import of users: finished' })).toHaveFocus();
  await advance(60_000);
  expect(countPolls()).toBe(6);
});

test('leaves the focus on another control when the job ends', async () => {
  await open(() => buildJob({ state: 'done', outcomes: { invited: 200 } }));
  const otherControl = screen.getByRole('checkbox');
  otherControl.focus();
  await advance(2500);
  expect(screen.getByText('200 of 200 users imported, 0 errors')).toBeVisible();
  expect(otherControl).toHaveFocus();
});

test('stops a job after confirmation', async () => {
  const { requestBodies } = await open(() => runningJob);
  fireEvent.click(getButton('Stop'));
  expect(screen.getByRole('dialog', { name: 'Stop this operation?' })).toBeVisible();
  expect(requestBodies('jobs/nuk/stop')).toEqual([]);
  fireEvent.click(getButton('Stop now'));
  await advance(100);
  expect(requestBodies('jobs/nuk/stop')).toEqual([{ id: runningJob.id }]);
  expect(screen.getByRole('heading', { name: 'Import of users: stopped' })).toHaveFocus();
});

test('shows the stop reason and the number of remaining rows', async () => {
  const outcomes = { invited: 60, failed: 2 };
  await open(() => buildJob({ state: 'stopped', outcomes, stopReason: 'starterDisabled' }));
  await advance(2500);
  expect(screen.getByText(/^60 of 200 users imported, 2 errors\. It was stopped because the account/)).toBeVisible();
  const numbers = [...document.querySelectorAll('.file-numbers div')].map(({ textContent }) => textContent);
  expect(numbers).toEqual(['Invited60', 'Errors2', 'Not begun138']);
});

test.each([
  [0, 60, undefined, 'unknown'],
  [100, 60, 60, 'minutes 1'],
  [190, 190, 10, 'seconds'],
  [20, 20, 180, 'minutes 3'],
  [1, 60, 11_940, 'hours 3'],
])('after %d of 200 rows in %d s, estimates the rest as %d s, %s', (finishedCount, elapsedSeconds, seconds, words) => {
  const t = (key: string, { count }: Record<string, string | number> = {}) =>
    `${key.split('.').at(-1)} ${count ?? ''}`.trim();
  const updatedAt = new Date(Date.parse(runningJob.startedAt) + elapsedSeconds * 1000).toISOString();
  expect(estimateRemainingSeconds(buildJob({ outcomes: { invited: finishedCount }, updatedAt }))).toBe(seconds);
  expect(formatRemainingTime(seconds, t)).toBe(words);
});
