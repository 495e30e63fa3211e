import { act, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { sessionStore } from '#web/session.ts';
import { useRefreshWhilePending } from './use-refresh-while-pending.ts';

const minutes = 60_000;
const pauseMs = limits.pendingRefreshSeconds * 1000;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const refresh = vi.fn<() => Promise<void>>();

const Pending = ({ isPending }: { readonly isPending: boolean }) => {
  useRefreshWhilePending({ isPending, refresh });
  return null;
};

const open = (isPending = true) => {
  const router = createMemoryRouter([{ path: '/:prefix/:region', element: <Pending isPending={isPending} /> }], { initialEntries: ['/UK/nuk'] });
  return render(<RouterProvider router={router} />);
};

const signIn = (jwtLifeMs: number) =>
  sessionStore.signIn('nuk', {
    email: 'sam@nuk.example',
    userGroups: ['NUK', 'register-repairs'],
    isAdminUser: false,
    isRegisterReturnsAllowed: false,
    jwt_expired: new Date(Date.now() + jwtLifeMs).toISOString(),
  });

const setVisible = (isVisible: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  fireEvent(document, new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-02T09:00:00Z') });
  refresh.mockReset();
  refresh.mockResolvedValue();
  signIn(60 * minutes);
});
afterEach(() => {
  sessionStore.clear('nuk');
  vi.useRealTimers();
});

test('while something is pending it asks again at every pause', async () => {
  open();
  await pass(pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(0);
  await pass(1);
  expect(refresh).toHaveBeenCalledTimes(1);
  await pass(2 * pauseMs);
  expect(refresh).toHaveBeenCalledTimes(3);
});

test('with nothing pending it never asks', async () => {
  open(false);
  await pass(10 * minutes);
  expect(refresh).not.toHaveBeenCalled();
});

test('a page that is gone asks no more', async () => {
  const { unmount } = open();
  unmount();
  await pass(minutes);
  setVisible(true);
  expect(refresh).not.toHaveBeenCalled();
});

test('a hidden page doesn’t ask, and asks at once when it is looked at again', async () => {
  open();
  setVisible(false);
  await pass(minutes);
  expect(refresh).not.toHaveBeenCalled();
  setVisible(true);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('whoever has done nothing for five minutes is not asked for; whoever comes back is', async () => {
  open();
  await pass(5 * minutes);
  const soFar = refresh.mock.calls.length;
  await pass(5 * minutes);
  expect(refresh).toHaveBeenCalledTimes(soFar);
  fireEvent.pointerMove(document.body);
  await pass(pauseMs);
  expect(refresh).toHaveBeenCalledTimes(soFar + 1);
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

test('nobody signed in: nothing is asked', async () => {
  sessionStore.clear('nuk');
  open();
  await pass(minutes);
  expect(refresh).not.toHaveBeenCalled();
});

test('a server that fails is asked less and less often, and as usual once it answers', async () => {
  refresh.mockRejectedValue(new Error('busy'));
  open();
  await pass(pauseMs);
  await pass(2 * pauseMs);
  expect(refresh).toHaveBeenCalledTimes(2);
  await pass(4 * pauseMs - 1);
  expect(refresh).toHaveBeenCalledTimes(2);
  refresh.mockResolvedValue();
  await pass(1);
  expect(refresh).toHaveBeenCalledTimes(3);
  await pass(pauseMs);
  expect(refresh).toHaveBeenCalledTimes(4);
});

test('an answer that takes long is waited for', async () => {
  refresh.mockReturnValue(new Promise(() => undefined));
  open();
  await pass(5 * pauseMs);
  setVisible(true);
  expect(refresh).toHaveBeenCalledTimes(1);
});
