import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { openPages, place, texts } from '#web/testing/page.tsx';
import { showAlert } from '#web/ui/alerts.ts';
import { announce, announcedMs } from '#web/ui/announce.ts';
import { Page } from '#web/ui/page.tsx';
import { PageAlerts } from './layout.tsx';

const element = (
  <>
    <PageAlerts />
    <Page title="Home" />
  </>
);
const open = async () => (await openPages({ home: element }, paths.home(place))).user;
const bar = () => screen.findByRole('list', { name: 'Messages' });
const dismiss = () => screen.getAllByRole('button', { name: 'Dismiss message' });

test('each message says what kind it is; whoever dismisses one goes on from the next, and then from the heading', async () => {
  showAlert({ key: 'changePassword.done' });
  showAlert({ key: 'session.ended', type: 'info' });
  showAlert({ key: 'login.code.expired', type: 'warning' });
  showAlert({ key: 'errors.ExpiredToken', type: 'error' });
  const user = await open();
  const items = within(await bar()).getAllByRole('listitem');
  // The sign-in page, which has messages too, is spared Cloudscape.
  expect(document.querySelector('[class*=awsui]')).not.toBeInTheDocument();
  const kinds = items.map(({ textContent }) => textContent.split(' ')[0]);
  expect(kinds).toEqual(['Success', 'Information', 'Warning', 'Error']);
  for (const left of [3, 2, 1]) {
    await user.click(dismiss()[0] as HTMLElement);
    expect(dismiss()).toHaveLength(left);
    expect(dismiss()[0]).toHaveFocus();
  }
  await user.click(dismiss()[0] as HTMLElement);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
});

test('removes the message about a missing connection when it is back', async () => {
  showAlert({ key: 'errors.Offline', type: 'error' });
  showAlert({ key: 'changePassword.done' });
  await open();
  expect(within(await bar()).getAllByRole('listitem')).toHaveLength(2);
  act(() => void dispatchEvent(new Event('online')));
  expect(texts(within(await bar()).getAllByRole('listitem'))).toEqual([expect.stringContaining('password')]);
});

test('an error is said at once, anything else when nothing is read any more', async () => {
  showAlert({ key: 'errors.ExpiredToken', type: 'error' });
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred. Please try logging in again.');
  act(() => showAlert({ key: 'changePassword.done' }));
  const said = () => document.querySelector('.alerts [aria-live=polite]');
  expect(said()).toBeEmptyDOMElement();
  await waitFor(() => expect(said()).toHaveTextContent('Success: Your password has been changed.'));
});

test('once it has been said it stands there once', async () => {
  vi.useFakeTimers();
  showAlert({ key: 'changePassword.done' });
  await open();
  const times = () => document.body.textContent.split('Your password has been changed.').length - 1;
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(times()).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(announcedMs));
  expect(times()).toBe(1);
  announce('Your password has been changed.');
  await vi.advanceTimersByTimeAsync(100);
  expect(times()).toBe(2);
  await vi.advanceTimersByTimeAsync(announcedMs);
  expect(times()).toBe(1);
});
