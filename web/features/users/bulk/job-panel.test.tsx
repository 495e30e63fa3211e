import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import { button, jobWith, openBulk, signInAdmin } from '#web/testing/bulk-users.tsx';
import { remainingSeconds, remainingWords } from './job-words.ts';

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date('2026-11-21T09:00:00Z'),
    // Not intervals: jsdom's own animation frames would stand still for every test after this one.
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  signInAdmin();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  // A restored spy stays on the document, and test files share it.
  Reflect.deleteProperty(document, 'visibilityState');
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const spoken = () => document.querySelector('[data-announcer]')?.textContent;

const running = jobWith({ outcomes: { invited: 10 }, updatedAt: '2026-11-21T09:00:10.000Z' });
const open = async (job: () => Job) => {
  const portal = await openBulk({ latest: () => running, job });
  // The answer, and the moment that a spinner stays.
  await pass(0);
  await pass(limits.web.spinnerMinimumMs);
  await pass(0);
  // As somebody who has the page open: whoever has just gone to it has its heading focused.
  screen.getByRole('heading', { level: 1 }).blur();
  return { ...portal, polls: () => portal.asked('jobs/nuk/job').length };
};

test('a running job is asked about every few seconds until it has ended; progress is said at the quarters only', async () => {
  let invited = 10;
  const { polls } = await open(() =>
    jobWith({
      outcomes: { invited },
      updatedAt: '2026-11-21T09:00:20.000Z',
      ...(invited === 200 && { state: 'done' }),
    }),
  );
  const told: (string | null | undefined)[][] = [];
  for (invited of [20, 40, 55, 70, 120, 200]) {
    await pass(2600);
    told.push([document.querySelector('.file-progress')?.textContent, spoken()]);
  }
  const before = told[0]?.[1];
  expect(told).toEqual([
    ['20 of 200About 3 minutes left', before],
    ['40 of 200About 1 minute left', before],
    ['55 of 200About 1 minute left', '55 of 200. About 1 minute left'],
    ['70 of 200About 1 minute left', '55 of 200. About 1 minute left'],
    ['120 of 200A few seconds left', '120 of 200. A few seconds left'],
    [undefined, '200 of 200 users imported, 0 errors'],
  ]);
  expect(screen.getByRole('heading', { name: 'Import of users: finished' })).toHaveFocus();
  await pass(60_000);
  expect(polls()).toBe(6);
});

test('whoever went on with something else is not called back by the summary', async () => {
  await open(() => jobWith({ state: 'done', outcomes: { invited: 200 } }));
  const elsewhere = screen.getByRole('checkbox');
  elsewhere.focus();
  await pass(2500);
  expect(screen.getByText('200 of 200 users imported, 0 errors')).toBeVisible();
  expect(elsewhere).toHaveFocus();
});

test('a job is stopped once that has been confirmed', async () => {
  const { asked } = await open(() => running);
  fireEvent.click(button('Stop'));
  expect(screen.getByRole('dialog', { name: 'Stop this operation?' })).toBeVisible();
  expect(asked('jobs/nuk/stop')).toEqual([]);
  fireEvent.click(button('Stop now'));
  await pass(100);
  expect(asked('jobs/nuk/stop')).toEqual([{ id: running.id }]);
  expect(screen.getByRole('heading', { name: 'Import of users: stopped' })).toHaveFocus();
});

test('a job that nobody stopped says why it was, and what it has left is counted', async () => {
  const outcomes = { invited: 60, failed: 2 };
  await open(() => jobWith({ state: 'stopped', outcomes, stopReason: 'starterDisabled' }));
  await pass(2500);
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
])('%d of 200 rows in %d s: what remains is %d s, %s', (done, taken, seconds, words) => {
  const t = (key: string, { count }: Record<string, string | number> = {}) =>
    `${key.split('.').at(-1)} ${count ?? ''}`.trim();
  const updatedAt = new Date(Date.parse(running.startedAt) + taken * 1000).toISOString();
  expect(remainingSeconds(jobWith({ outcomes: { invited: done }, updatedAt }))).toBe(seconds);
  expect(remainingWords(seconds, t)).toBe(words);
});
