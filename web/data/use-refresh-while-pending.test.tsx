import { act, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/config/limits.ts';
import { RoutingProvider } from '#web/app/routing-provider.tsx';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { useRefreshWhilePending } from './use-refresh-while-pending.ts';

const minuteMs = 60_000;
const pauseMs = limits.pendingRefreshSeconds * 1000;
const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const refresh = vi.fn<() => Promise<boolean>>();

const open = (isPending = true) => {
  const Pending = () => {
    useRefreshWhilePending({ isPending, refreshInBackground: refresh });
    return null;
  };
  const routes = [
    {
      path: '/:prefix/:region',
      element: (
        <RoutingProvider>
          <Pending />
        </RoutingProvider>
      ),
    },
  ];
  return render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/UK/nuk'] })} />);
};

const signIn = (jwtLifeMs: number) =>
  sessionStore.signIn('nuk', buildAuth(['NUK', 'register-repairs'], Date.now() + jwtLifeMs));

const setVisible = (isVisible: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  fireEvent(document, new Event('visibilitychange'));
};

beforeEach(() => {
  // Intervals stay real: jsdom's animation frames would stop for every later test in this file's environment.
  vi.useFakeTimers({
    now: new Date('2026-11-02T09:00:00Z'),
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
  });
  refresh.mockResolvedValue(true);
  signIn(60 * minuteMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  // The restored spy remains on the document, which test files share.
  Reflect.deleteProperty(document, 'visibilityState');
});

test('refreshes after every pause while data changes', async () => {
  open();
  await advanceTime(pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(0);
  await advanceTime(1);
  expect(refresh).toHaveBeenCalledTimes(1);
  await advanceTime(2 * pauseMs);
  expect(refresh).toHaveBeenCalledTimes(3);
});

const countPausesUntilNext = async () => {
  const previousCalls = refresh.mock.calls.length;
  let pauses = 0;
  while (refresh.mock.calls.length === previousCalls && pauses < 100) {
    pauses += 1;
    await advanceTime(pauseMs);
  }
  return pauses;
};

/** Simulates a user who is present. */
const movePointer = () => fireEvent.pointerMove(document.body);

test('doubles the pause while nothing changes, and resets it after a change', async () => {
  refresh.mockResolvedValue(false);
  open();
  const pauses: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    movePointer();
    pauses.push(await countPausesUntilNext());
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 16, 16]);
  movePointer();
  refresh.mockResolvedValueOnce(true);
  expect(await countPausesUntilNext()).toBe(16);
  expect([await countPausesUntilNext(), await countPausesUntilNext()]).toEqual([1, 2]);
});

test('does not poll while hidden; refreshes and resets the pause when shown', async () => {
  refresh.mockResolvedValue(false);
  open();
  await advanceTime(minuteMs);
  const previousCalls = refresh.mock.calls.length;
  setVisible(false);
  await advanceTime(minuteMs);
  expect(refresh).toHaveBeenCalledTimes(previousCalls);
  setVisible(true);
  expect(refresh).toHaveBeenCalledTimes(previousCalls + 1);
  await advanceTime(0);
  expect([await countPausesUntilNext(), await countPausesUntilNext()]).toEqual([1, 2]);
});

test.each<[string, () => void]>([
  ['when nothing is pending', () => open(false)],
  ['after unmount', () => open().unmount()],
  [
    'when signed out',
    () => {
      sessionStore.clear('nuk');
      open();
    },
  ],
])('never refreshes %s', async (_, start) => {
  start();
  await advanceTime(minuteMs);
  setVisible(true);
  expect(refresh).not.toHaveBeenCalled();
});

test('stops after five idle minutes and resumes on activity', async () => {
  open();
  await advanceTime(5 * minuteMs);
  const previousCalls = refresh.mock.calls.length;
  await advanceTime(5 * minuteMs);
  expect(refresh).toHaveBeenCalledTimes(previousCalls);
  movePointer();
  expect(refresh).toHaveBeenCalledTimes(previousCalls + 1);
  await advanceTime(pauseMs);
  expect(refresh).toHaveBeenCalledTimes(previousCalls + 2);
});

test('does not refresh with an expired session', async () => {
  signIn(minuteMs);
  const pressKey = () => fireEvent.keyDown(document.body, { key: 'a' });
  open();
  await advanceTime(minuteMs - 1);
  pressKey();
  const previousCalls = refresh.mock.calls.length;
  await advanceTime(minuteMs);
  pressKey();
  setVisible(true);
  await advanceTime(minuteMs);
  expect(refresh).toHaveBeenCalledTimes(previousCalls);
});

test('backs off while the server fails, then recovers', async () => {
  refresh.mockRejectedValue(new Error('busy'));
  open();
  await advanceTime(pauseMs);
  await advanceTime(2 * pauseMs);
  expect(refresh).toHaveBeenCalledTimes(2);
  await advanceTime(4 * pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(2);
  // The back-off also applies when the page becomes visible again.
  setVisible(true);
  await advanceTime(8 * pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(3);
  refresh.mockResolvedValue(false);
  await advanceTime(1);
  expect(refresh).toHaveBeenCalledTimes(4);
  await advanceTime(pauseMs);
  expect(refresh).toHaveBeenCalledTimes(5);
});

test('waits for a slow response', async () => {
  refresh.mockReturnValue(new Promise(() => undefined));
  open();
  await advanceTime(5 * pauseMs);
  setVisible(true);
  expect(refresh).toHaveBeenCalledTimes(1);
});
