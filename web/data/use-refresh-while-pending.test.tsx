import { act, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { authFor } from '#web/testing/auth.ts';
import { useRefreshWhilePending } from './use-refresh-while-pending.ts';

const minutes = 60_000;
const pauseMs = limits.pendingRefreshSeconds * 1000;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const refresh = vi.fn<() => Promise<boolean>>();

const open = (isPending = true) => {
  const Pending = () => {
    useRefreshWhilePending({ isPending, refresh });
    return null;
  };
  const routes = [{ path: '/:prefix/:region', element: <Pending /> }];
  return render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/UK/nuk'] })} />);
};

const signIn = (jwtLifeMs: number) =>
  sessionStore.signIn('nuk', authFor(['NUK', 'register-repairs'], Date.now() + jwtLifeMs));

const setVisible = (isVisible: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  fireEvent(document, new Event('visibilitychange'));
};

beforeEach(() => {
  // Not intervals: jsdom's animation frames would stand still for every test after this one.
  vi.useFakeTimers({
    now: new Date('2026-11-02T09:00:00Z'),
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
  });
  refresh.mockResolvedValue(true);
  signIn(60 * minutes);
});
afterEach(() => {
  vi.restoreAllMocks();
  // A restored spy stays on the document, and test files share it.
  Reflect.deleteProperty(document, 'visibilityState');
});

test('while something is pending and there is news it asks again at every pause', async () => {
  open();
  await pass(pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(0);
  await pass(1);
  expect(refresh).toHaveBeenCalledTimes(1);
  await pass(2 * pauseMs);
  expect(refresh).toHaveBeenCalledTimes(3);
});

const pausesUntilNext = async () => {
  const soFar = refresh.mock.calls.length;
  let pauses = 0;
  while (refresh.mock.calls.length === soFar && pauses < 100) {
    pauses += 1;
    await pass(pauseMs);
  }
  return pauses;
};

/** Somebody is there all the time. */
const moves = () => fireEvent.pointerMove(document.body);

test('while nothing changes it asks less and less often, but each minute; with news it is as eager as at first', async () => {
  refresh.mockResolvedValue(false);
  open();
  const pauses: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    moves();
    pauses.push(await pausesUntilNext());
  }
  expect(pauses).toEqual([1, 2, 4, 6, 6, 6]);
  moves();
  refresh.mockResolvedValueOnce(true);
  expect(await pausesUntilNext()).toBe(6);
  expect([await pausesUntilNext(), await pausesUntilNext()]).toEqual([1, 2]);
});

test('a hidden page doesn’t ask; whoever comes back to it is answered at once and begins anew', async () => {
  refresh.mockResolvedValue(false);
  open();
  await pass(minutes);
  const soFar = refresh.mock.calls.length;
  setVisible(false);
  await pass(minutes);
  expect(refresh).toHaveBeenCalledTimes(soFar);
  setVisible(true);
  expect(refresh).toHaveBeenCalledTimes(soFar + 1);
  await pass(0);
  expect([await pausesUntilNext(), await pausesUntilNext()]).toEqual([1, 2]);
});

test.each<[string, () => void]>([
  ['with nothing pending', () => open(false)],
  ['once the page is gone', () => open().unmount()],
  [
    'with nobody signed in',
    () => {
      sessionStore.clear('nuk');
      open();
    },
  ],
])('%s it never asks', async (_, begin) => {
  begin();
  await pass(minutes);
  setVisible(true);
  expect(refresh).not.toHaveBeenCalled();
});

test('whoever has done nothing for five minutes is not asked for; whoever comes back is', async () => {
  open();
  await pass(5 * minutes);
  const soFar = refresh.mock.calls.length;
  await pass(5 * minutes);
  expect(refresh).toHaveBeenCalledTimes(soFar);
  moves();
  expect(refresh).toHaveBeenCalledTimes(soFar + 1);
  await pass(pauseMs);
  expect(refresh).toHaveBeenCalledTimes(soFar + 2);
});

test('a session that would have to be renewed is left alone, and its own asking keeps it no longer', async () => {
  signIn(minutes);
  const signsOfLife = () => fireEvent.keyDown(document.body, { key: 'a' });
  open();
  await pass(minutes - 1);
  signsOfLife();
  const soFar = refresh.mock.calls.length;
  await pass(minutes);
  signsOfLife();
  setVisible(true);
  await pass(minutes);
  expect(refresh).toHaveBeenCalledTimes(soFar);
});

test('a server that fails is asked less and less often, and as usual once it answers', async () => {
  refresh.mockRejectedValue(new Error('busy'));
  open();
  await pass(pauseMs);
  await pass(2 * pauseMs);
  expect(refresh).toHaveBeenCalledTimes(2);
  await pass(4 * pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(2);
  // Also of whoever looks at it again.
  setVisible(true);
  await pass(8 * pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(3);
  refresh.mockResolvedValue(false);
  await pass(1);
  expect(refresh).toHaveBeenCalledTimes(4);
  await pass(pauseMs);
  expect(refresh).toHaveBeenCalledTimes(5);
});

test('an answer that takes long is waited for', async () => {
  refresh.mockReturnValue(new Promise(() => undefined));
  open();
  await pass(5 * pauseMs);
  setVisible(true);
  expect(refresh).toHaveBeenCalledTimes(1);
});
