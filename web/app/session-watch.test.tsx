import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import { setLanguage } from '#web/i18n/load-texts.ts';
import { regionOfEndedSession } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth, apiErrorResponse } from '#web/testing/auth.ts';
import { openOtherTab } from '#web/testing/other-tab.ts';
import { Page } from '#web/ui/page.tsx';
import { RoutingProvider } from './routing-provider.tsx';
import { SessionWatch } from './session-watch.tsx';

vi.mock('#web/browser/load-document.ts');

const minuteMs = 60_000;
const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const queryDialog = () => screen.queryByRole('dialog', { name: 'Are you still there?' });
const pressButton = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

/** Response of a session that has just been renewed. */
const buildRenewedAuth = () => buildAuth(['NUK'], Date.now() + 10 * minuteMs);
const requestedPaths: string[] = [];
let respond: () => Response;
const rejectRefresh = () => (respond = () => apiErrorResponse('ExpiredToken', 401));

/** Waits until the server has confirmed the end of the session; the page asks five seconds after the end. */
const waitForSessionEnd = async () => {
  await advanceTime(5_000);
  await act(() => vi.waitFor(() => expect(sessionStore.get('nuk')).toBeUndefined()));
};

const typeSomething = () => fireEvent.change(screen.getByLabelText('Notes'), { target: { value: 'Half a booking' } });
const querySignInLink = () => screen.queryByRole('link', { name: 'Sign in (opens in a new tab)' });

const Notes = () => {
  const [typed, setTyped] = useState('');
  useUnsavedInput(typed !== '');
  return <input aria-label="Notes" value={typed} onChange={({ target }) => setTyped(target.value)} />;
};

const open = () => {
  history.replaceState(null, '', '/UK/nuk/repairs/book');
  const element = (
    <RoutingProvider>
      <Page title="Book a repair">
        <Notes />
      </Page>
      <SessionWatch />
    </RoutingProvider>
  );
  const initialEntries = ['/UK/nuk/repairs/book'];
  const router = createMemoryRouter([{ path: '/:prefix/:region/repairs/book', element }], { initialEntries });
  render(<RouterProvider router={router} />);
};

// The absolute end identifies a session, so each test starts at a different millisecond.
let startTime = new Date('2026-11-02T09:00:00').getTime();

beforeEach(async () => {
  startTime += 1;
  vi.useFakeTimers({ now: startTime, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  requestedPaths.length = 0;
  respond = () => Response.json(buildRenewedAuth());
  vi.stubGlobal('fetch', (path: string) => {
    requestedPaths.push(path);
    return Promise.resolve(respond());
  });
  await setLanguage('UK');
  sessionStore.signIn('nuk', buildRenewedAuth());
});
afterEach(() => regionOfEndedSession.set(undefined));

test('offers to stay signed in five minutes before the idle timeout', async () => {
  open();
  await advanceTime(55 * minuteMs - 1);
  expect(queryDialog()).not.toBeInTheDocument();
  await advanceTime(1);
  expect(queryDialog()).toHaveAccessibleDescription(/you will be signed out at 10:00/);
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();

  await pressButton('Stay signed in');
  expect(requestedPaths).toEqual(['/api/auth/nuk/refresh-token']);
  expect(queryDialog()).not.toBeInTheDocument();
  await advanceTime(55 * minuteMs - 1);
  expect(queryDialog()).not.toBeInTheDocument();
  await advanceTime(1);
  // Escape also keeps the user signed in.
  await act(async () => void fireEvent(queryDialog() as HTMLElement, new Event('cancel', { cancelable: true })));
  expect(requestedPaths).toEqual(['/api/auth/nuk/refresh-token', '/api/auth/nuk/refresh-token']);
});

test('closes the dialog when another tab renews the session', async () => {
  open();
  await advanceTime(55 * minuteMs);
  openOtherTab().applyRefresh('nuk', buildRenewedAuth());
  await act(() => vi.waitFor(() => expect(queryDialog()).not.toBeInTheDocument()));
  expect(requestedPaths).toEqual([]);
});

test('respects a renewal in another tab before its message arrives', async () => {
  open();
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 90 * minuteMs));
  await advanceTime(61 * minuteMs);
  expect(loadDocument).not.toHaveBeenCalled();
  expect(sessionStore.get('nuk')).toBeDefined();
});

test('shows an unavailable server and allows a retry', async () => {
  respond = () => apiErrorResponse('ServiceUnavailable', 503);
  open();
  await advanceTime(55 * minuteMs);
  await pressButton('Stay signed in');
  expect(screen.getByRole('alert')).toHaveTextContent('The service is busy at the moment.');
  respond = () => Response.json(buildRenewedAuth());
  await pressButton('Stay signed in');
  expect(queryDialog()).not.toBeInTheDocument();
});

test('signs out from the dialog', async () => {
  open();
  await advanceTime(55 * minuteMs);
  await pressButton('Sign out');
  expect(requestedPaths).toEqual(['/api/auth/nuk/logout']);
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=signedOut');
  expect({ ...localStorage, ...sessionStorage }).toEqual({});
});

test('redirects to sign-in without unsaved input, and remembers the page', async () => {
  open();
  await advanceTime(60 * minuteMs);
  expect(requestedPaths).toEqual([]);
  rejectRefresh();
  await waitForSessionEnd();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded');
  expect(sessionStorage.getItem('wantedPage.nuk')).toBe('/UK/nuk/repairs/book');
  expect(requestedPaths).toEqual(['/api/auth/nuk/refresh-token']);
});

test('continues a session that is still valid on the server', async () => {
  open();
  await advanceTime(60 * minuteMs + 5_000);
  await act(() => vi.waitFor(() => expect(queryDialog()).not.toBeInTheDocument()));
  expect(requestedPaths).toEqual(['/api/auth/nuk/refresh-token']);
  expect(loadDocument).not.toHaveBeenCalled();
  expect(sessionStore.get('nuk')).toBeDefined();
});

test('keeps the session and retries when the server is unavailable', async () => {
  open();
  respond = () => apiErrorResponse('ServiceUnavailable', 503);
  await advanceTime(60 * minuteMs + 5_000);
  await act(() => vi.waitFor(() => expect(requestedPaths).toHaveLength(1)));
  await advanceTime(20_000);
  expect(sessionStore.get('nuk')).toBeDefined();
  rejectRefresh();
  await advanceTime(10_000);
  await waitForSessionEnd();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded');
});

test('keeps a page with unsaved input and links to sign-in', async () => {
  open();
  typeSomething();
  await advanceTime(60 * minuteMs);
  rejectRefresh();
  await waitForSessionEnd();
  expect(loadDocument).not.toHaveBeenCalled();
  const link = querySignInLink();
  expect(link).toHaveAttribute('href', '/UK/nuk/auth/login#email=sam%40example.com');
  openOtherTab().signIn('nuk', buildRenewedAuth());
  await act(() => vi.waitFor(() => expect(link).not.toBeInTheDocument()));
  await advanceTime(55 * minuteMs);
  expect(queryDialog()).toBeInTheDocument();
});

test('shows the absolute end five minutes before, without offering to extend it', async () => {
  open();
  for (let hour = 0; hour < 23; hour += 1) {
    await advanceTime(30 * minuteMs);
    act(() => sessionStore.applyRefresh('nuk', buildRenewedAuth()));
  }
  await advanceTime(25 * minuteMs);
  expect(screen.getByText(/Your session ends at 21:00/)).toBeVisible();
  expect(queryDialog()).not.toBeInTheDocument();
  await pressButton('Dismiss message');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByText(/Your session ends/)).not.toBeInTheDocument();
  await advanceTime(5 * minuteMs);
  rejectRefresh();
  await waitForSessionEnd();
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=sessionEnded');
});

test('ends the session that another tab found expired', async () => {
  open();
  await advanceTime(55 * minuteMs);
  expect(queryDialog()).toBeInTheDocument();
  openOtherTab().clear('nuk');
  rejectRefresh();
  await advanceTime(1_000);
  await waitForSessionEnd();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded');
});

test('shows no timeout when another tab signed out', async () => {
  open();
  const otherTab = openOtherTab();
  const { absolute } = otherTab.findEnds('nuk');
  otherTab.clear('nuk');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(sessionStore.get('nuk')).toBeDefined();
  otherTab.signOut('nuk', absolute);
  await act(() => vi.waitFor(() => expect(sessionStore.get('nuk')).toBeUndefined()));
  await advanceTime(31_000);
  expect(loadDocument).not.toHaveBeenCalled();
  expect(sessionStorage.getItem('wantedPage.nuk')).toBeNull();
});

test('ends the session when the computer wakes after its end', async () => {
  open();
  vi.setSystemTime(Date.now() + 3 * 60 * minuteMs);
  rejectRefresh();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitForSessionEnd();
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=sessionEnded');
});

describe('SessionWatch, with a session restarted in another tab', () => {
  /** Hides the end times that another tab has stored, as if `localStorage` had not synchronized yet. Returns a function that shows them. */
  const hideEndTimes = () => {
    const endTimes = { ...localStorage };
    localStorage.clear();
    return () => Object.assign(localStorage, endTimes);
  };
  const endSessionOnOpenPage = async () => {
    open();
    typeSomething();
    await advanceTime(60 * minuteMs);
    rejectRefresh();
    await waitForSessionEnd();
    expect(querySignInLink()).toBeVisible();
    requestedPaths.length = 0;
    respond = () => Response.json(buildRenewedAuth());
  };
  const waitForMessage = () => act(() => vi.waitFor(() => expect(querySignInLink()).not.toBeInTheDocument()));
  const expectSessionKept = () => {
    expect(sessionStore.get('nuk')).toBeDefined();
    expect(loadDocument).not.toHaveBeenCalled();
    expect(querySignInLink()).not.toBeInTheDocument();
  };

  test.each([0, 900])('continues without requests when end times arrive %i ms after the message', async (delay) => {
    await endSessionOnOpenPage();
    openOtherTab().signIn('nuk', buildRenewedAuth());
    const showEndTimes = hideEndTimes();
    await waitForMessage();
    await advanceTime(delay);
    showEndTimes();
    const endTimes = { ...localStorage };
    await advanceTime(30_000);
    expectSessionKept();
    expect(requestedPaths).toEqual([]);
    expect({ ...localStorage }).toEqual(endTimes);
  });

  test('restores end times from the server when they never arrive', async () => {
    await endSessionOnOpenPage();
    openOtherTab().signIn('nuk', buildRenewedAuth());
    const endTimes = { ...localStorage };
    hideEndTimes();
    await waitForMessage();
    await advanceTime(1_000);
    await act(() => vi.waitFor(() => expect({ ...localStorage }).toEqual(endTimes)));
    expect(requestedPaths).toEqual(['/api/auth/nuk/session']);
    await advanceTime(30_000);
    expectSessionKept();
    expect(requestedPaths).toHaveLength(1);
  });

  test('continues when the end times arrive before the message', async () => {
    await endSessionOnOpenPage();
    const otherTab = openOtherTab();
    const absolute = Date.now() + 12 * 60 * minuteMs;
    localStorage.setItem('session.nuk.until', String(absolute));
    localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60 * minuteMs));
    await advanceTime(10_000);
    otherTab.applyRefresh('nuk', buildRenewedAuth());
    await waitForMessage();
    await advanceTime(30_000);
    expectSessionKept();
    expect(requestedPaths).toEqual([]);
  });

  test('restores end times that another tab has removed', async () => {
    open();
    localStorage.clear();
    respond = () => Response.json(buildRenewedAuth());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await advanceTime(1_000);
    await act(() => vi.waitFor(() => expect(localStorage.getItem('session.nuk.until')).not.toBeNull()));
    expectSessionKept();
    expect(requestedPaths).toEqual(['/api/auth/nuk/session']);
  });

  test('ignores a late rejection of the previous session', async () => {
    open();
    await advanceTime(60 * minuteMs);
    let rejectLate: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', (path: string) => {
      requestedPaths.push(path);
      return requestedPaths.length === 1
        ? new Promise<Response>((resolve) => (rejectLate = resolve))
        : Promise.resolve(Response.json(buildRenewedAuth()));
    });
    await advanceTime(5_000);
    expect(requestedPaths).toEqual(['/api/auth/nuk/refresh-token']);
    openOtherTab().signIn('nuk', { ...buildRenewedAuth(), isRegisterReturnsAllowed: true });
    await act(() => vi.waitFor(() => expect(sessionStore.get('nuk')?.isRegisterReturnsAllowed).toBe(true)));
    await act(async () => rejectLate(apiErrorResponse('ExpiredToken', 401)));
    await advanceTime(30_000);
    expectSessionKept();
  });
});

describe('SessionWatch during a maintenance', () => {
  const queryNotice = () => screen.queryByText('Maintenance until about 10:30: nothing can be booked or changed.');
  const signInUntil = (time: string) =>
    sessionStore.signIn('nuk', {
      ...buildRenewedAuth(),
      maintenanceUntil: new Date(`2026-11-02T${time}:00`).toISOString(),
    });

  test('announces the expected end, and can be dismissed', async () => {
    signInUntil('10:30');
    open();
    await advanceTime(0);
    expect(queryNotice()).toHaveAttribute('role', 'alert');
    await pressButton('Dismiss message');
    expect(queryNotice()).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Book a repair' })).toHaveFocus();
  });
});

test('keeps another region’s page when a session ends', async () => {
  open();
  rejectRefresh();
  await advanceTime(60 * minuteMs);
  history.replaceState(null, '', '/DE/ndach/repairs/book');
  await waitForSessionEnd();
  expect(loadDocument).not.toHaveBeenCalled();
  expect(regionOfEndedSession.get()).toBeUndefined();
});
