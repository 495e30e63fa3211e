import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import { setLanguage } from '#web/language/i18n.ts';
import { endedInPlace } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { authFor, refused } from '#web/testing/auth.ts';
import { openOtherTab } from '#web/testing/other-tab.ts';
import { Page } from '#web/ui/page.tsx';
import { SessionWatch } from './session-watch.tsx';

vi.mock('#web/browser/load-document.ts');

const minutes = 60_000;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const dialog = () => screen.queryByRole('dialog', { name: 'Are you still there?' });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

/** Of a session that has just been renewed. */
const auth = () => authFor(['NUK'], Date.now() + 10 * minutes);
const asked: string[] = [];
let answer: () => Response;
const refuse = () => (answer = () => refused('ExpiredToken', 401));

/** Until the server has said that the session is over, which it is asked five seconds after the end. */
const end = async () => {
  await pass(5_000);
  await act(() => vi.waitFor(() => expect(sessionStore.get('nuk')).toBeUndefined()));
};

const typeSomething = () => fireEvent.change(screen.getByLabelText('Notes'), { target: { value: 'Half a booking' } });
const signInLink = () => screen.queryByRole('link', { name: 'Sign in (opens in a new tab)' });

const Notes = () => {
  const [typed, setTyped] = useState('');
  useUnsavedInput(typed !== '');
  return <input aria-label="Notes" value={typed} onChange={({ target }) => setTyped(target.value)} />;
};

const open = () => {
  history.replaceState(null, '', '/UK/nuk/repairs/book');
  const element = (
    <>
      <Page title="Book a repair">
        <Notes />
      </Page>
      <SessionWatch />
    </>
  );
  const initialEntries = ['/UK/nuk/repairs/book'];
  const router = createMemoryRouter([{ path: '/:prefix/:region/repairs/book', element }], { initialEntries });
  render(<RouterProvider router={router} />);
};

/** A session is identified by its end, so no two begin at the same millisecond. */
let begin = new Date('2026-11-02T09:00:00').getTime();

beforeEach(async () => {
  begin += 1;
  vi.useFakeTimers({ now: begin, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  asked.length = 0;
  answer = () => Response.json(auth());
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(answer());
  });
  await setLanguage('UK');
  sessionStore.signIn('nuk', auth());
});
afterEach(() => endedInPlace.set(undefined));

test('five minutes before the idle end a dialog offers to stay', async () => {
  open();
  await pass(55 * minutes - 1);
  expect(dialog()).not.toBeInTheDocument();
  await pass(1);
  expect(dialog()).toHaveAccessibleDescription(/you will be signed out at 10:00/);
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();

  await press('Stay signed in');
  expect(asked).toEqual(['/api/auth/nuk/refresh-token']);
  expect(dialog()).not.toBeInTheDocument();
  await pass(55 * minutes - 1);
  expect(dialog()).not.toBeInTheDocument();
  await pass(1);
  // Whoever presses Escape stays, too.
  await act(async () => void fireEvent(dialog() as HTMLElement, new Event('cancel', { cancelable: true })));
  expect(asked).toEqual(['/api/auth/nuk/refresh-token', '/api/auth/nuk/refresh-token']);
});

test('staying in another tab closes the dialog here', async () => {
  open();
  await pass(55 * minutes);
  openOtherTab().refreshed('nuk', auth());
  await act(() => vi.waitFor(() => expect(dialog()).not.toBeInTheDocument()));
  expect(asked).toEqual([]);
});

test('what another tab did counts even before its news arrive', async () => {
  open();
  localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 90 * minutes));
  await pass(61 * minutes);
  expect(loadDocument).not.toHaveBeenCalled();
  expect(sessionStore.get('nuk')).toBeDefined();
});

test('a server that cannot be asked is told, and one may try again', async () => {
  answer = () => refused('ServiceUnavailable', 503);
  open();
  await pass(55 * minutes);
  await press('Stay signed in');
  expect(screen.getByRole('alert')).toHaveTextContent('The service is busy at the moment.');
  answer = () => Response.json(auth());
  await press('Stay signed in');
  expect(dialog()).not.toBeInTheDocument();
});

test('the dialog can sign out', async () => {
  open();
  await pass(55 * minutes);
  await press('Sign out');
  expect(asked).toEqual(['/api/auth/nuk/logout']);
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=signedOut');
  expect({ ...localStorage, ...sessionStorage }).toEqual({});
});

test('without an answer and without work the sign-in page leads back here', async () => {
  open();
  await pass(60 * minutes);
  expect(asked).toEqual([]);
  refuse();
  await end();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded');
  expect(sessionStorage.getItem('wantedPage.nuk')).toBe('/UK/nuk/repairs/book');
  expect(asked).toEqual(['/api/auth/nuk/refresh-token']);
});

test('a session that lives on the server goes on after its end in this browser', async () => {
  open();
  await pass(60 * minutes + 5_000);
  await act(() => vi.waitFor(() => expect(dialog()).not.toBeInTheDocument()));
  expect(asked).toEqual(['/api/auth/nuk/refresh-token']);
  expect(loadDocument).not.toHaveBeenCalled();
  expect(sessionStore.get('nuk')).toBeDefined();
});

test('a server that cannot be asked ends no session, and is asked again', async () => {
  open();
  answer = () => refused('ServiceUnavailable', 503);
  await pass(60 * minutes + 5_000);
  await act(() => vi.waitFor(() => expect(asked).toHaveLength(1)));
  await pass(20_000);
  expect(sessionStore.get('nuk')).toBeDefined();
  refuse();
  await pass(10_000);
  await end();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded');
});

test('where something is typed the page stays, and leads to signing in beside it, by name', async () => {
  open();
  typeSomething();
  await pass(60 * minutes);
  refuse();
  await end();
  expect(loadDocument).not.toHaveBeenCalled();
  const link = signInLink();
  expect(link).toHaveAttribute('href', '/UK/nuk/auth/login#email=sam%40example.com');
  openOtherTab().signIn('nuk', auth());
  await act(() => vi.waitFor(() => expect(link).not.toBeInTheDocument()));
  await pass(55 * minutes);
  expect(dialog()).toBeInTheDocument();
});

test('five minutes before the absolute end a notice says when, and nothing is offered', async () => {
  open();
  for (let hour = 0; hour < 23; hour += 1) {
    await pass(30 * minutes);
    act(() => sessionStore.refreshed('nuk', auth()));
  }
  await pass(25 * minutes);
  expect(screen.getByText(/Your session ends at 21:00/)).toBeVisible();
  expect(dialog()).not.toBeInTheDocument();
  await press('Dismiss message');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByText(/Your session ends/)).not.toBeInTheDocument();
  await pass(5 * minutes);
  refuse();
  await end();
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=sessionEnded');
});

test('a session that another tab has found over is over here too', async () => {
  open();
  await pass(55 * minutes);
  expect(dialog()).toBeInTheDocument();
  openOtherTab().clear('nuk');
  refuse();
  await pass(1_000);
  await end();
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/auth/login?alert=sessionEnded');
});

test('who signed out in another tab is not told that the session ran out, though its marks are seen to be gone first', async () => {
  open();
  const otherTab = openOtherTab();
  const { absolute } = otherTab.endsOf('nuk');
  otherTab.clear('nuk');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(sessionStore.get('nuk')).toBeDefined();
  otherTab.signOut('nuk', absolute);
  await act(() => vi.waitFor(() => expect(sessionStore.get('nuk')).toBeUndefined()));
  await pass(31_000);
  expect(loadDocument).not.toHaveBeenCalled();
  expect(sessionStorage.getItem('wantedPage.nuk')).toBeNull();
});

test('a computer that wakes up after the end finds the session over', async () => {
  open();
  vi.setSystemTime(Date.now() + 3 * 60 * minutes);
  refuse();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await end();
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=sessionEnded');
});

describe('a session that begins again in another tab', () => {
  /** The marks that another tab has set are not to be seen here yet. */
  const hideMarks = () => {
    const marks = { ...localStorage };
    localStorage.clear();
    return () => Object.assign(localStorage, marks);
  };
  const endInPlace = async () => {
    open();
    typeSomething();
    await pass(60 * minutes);
    refuse();
    await end();
    expect(signInLink()).toBeVisible();
    asked.length = 0;
    answer = () => Response.json(auth());
  };
  const newsArrive = () => act(() => vi.waitFor(() => expect(signInLink()).not.toBeInTheDocument()));
  const expectUntouched = () => {
    expect(sessionStore.get('nuk')).toBeDefined();
    expect(loadDocument).not.toHaveBeenCalled();
    expect(signInLink()).not.toBeInTheDocument();
  };

  test.each([0, 900])(
    'goes on here when its marks arrive %i ms after the news, and nothing is asked',
    async (delay) => {
      await endInPlace();
      openOtherTab().signIn('nuk', auth());
      const showMarks = hideMarks();
      await newsArrive();
      await pass(delay);
      showMarks();
      const marks = { ...localStorage };
      await pass(30_000);
      expectUntouched();
      expect(asked).toEqual([]);
      expect({ ...localStorage }).toEqual(marks);
    },
  );

  test('goes on here when its marks never arrive: the server is asked, and they are restored', async () => {
    await endInPlace();
    openOtherTab().signIn('nuk', auth());
    const marks = { ...localStorage };
    hideMarks();
    await newsArrive();
    await pass(1_000);
    await act(() => vi.waitFor(() => expect({ ...localStorage }).toEqual(marks)));
    expect(asked).toEqual(['/api/auth/nuk/session']);
    await pass(30_000);
    expectUntouched();
    expect(asked).toHaveLength(1);
  });

  test('goes on here when its marks arrive before the news', async () => {
    await endInPlace();
    const otherTab = openOtherTab();
    const absolute = Date.now() + 12 * 60 * minutes;
    localStorage.setItem('session.nuk.until', String(absolute));
    localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 60 * minutes));
    await pass(10_000);
    otherTab.refreshed('nuk', auth());
    await newsArrive();
    await pass(30_000);
    expectUntouched();
    expect(asked).toEqual([]);
  });

  test('goes on there when a tab that slept takes its marks away', async () => {
    open();
    localStorage.clear();
    answer = () => Response.json(auth());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(1_000);
    await act(() => vi.waitFor(() => expect(localStorage.getItem('session.nuk.until')).not.toBeNull()));
    expectUntouched();
    expect(asked).toEqual(['/api/auth/nuk/session']);
  });

  test('is not ended by the refusal that the one before it gets late', async () => {
    open();
    await pass(60 * minutes);
    let refuseLate: (answer: Response) => void = () => {};
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      return asked.length === 1
        ? new Promise<Response>((resolve) => (refuseLate = resolve))
        : Promise.resolve(Response.json(auth()));
    });
    await pass(5_000);
    expect(asked).toEqual(['/api/auth/nuk/refresh-token']);
    openOtherTab().signIn('nuk', { ...auth(), isRegisterReturnsAllowed: true });
    await act(() => vi.waitFor(() => expect(sessionStore.get('nuk')?.isRegisterReturnsAllowed).toBe(true)));
    await act(async () => refuseLate(refused('ExpiredToken', 401)));
    await pass(30_000);
    expectUntouched();
  });
});

test('the end of one region’s session does not touch the page of another', async () => {
  open();
  refuse();
  await pass(60 * minutes);
  history.replaceState(null, '', '/DE/ndach/repairs/book');
  await end();
  expect(loadDocument).not.toHaveBeenCalled();
  expect(endedInPlace.get()).toBeUndefined();
});
