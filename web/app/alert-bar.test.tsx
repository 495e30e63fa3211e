import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { openPages, place, readTexts } from '#web/testing/page.tsx';
import { showAlert } from '#web/ui/alerts.ts';
import { announce, announcementMs } from '#web/ui/announce.ts';
import { Page } from '#web/ui/page.tsx';
import { PageAlerts } from './page-alerts.tsx';

const element = (
  <>
    <PageAlerts />
    <Page title="Home" />
  </>
);
const open = async () => (await openPages({ home: element }, paths.home(place))).user;
const findAlertList = () => screen.findByRole('list', { name: 'Messages' });
const getDismissButtons = () => screen.getAllByRole('button', { name: 'Dismiss message' });

test('names each message’s type and moves focus after dismissal', async () => {
  showAlert({ key: 'changePassword.done' });
  showAlert({ key: 'session.ended', type: 'info' });
  showAlert({ key: 'login.code.expired', type: 'warning' });
  showAlert({ key: 'errors.ExpiredToken', type: 'error' });
  const user = await open();
  const items = within(await findAlertList()).getAllByRole('listitem');
  // The sign-in page also shows alerts and must not load Cloudscape.
  expect(document.querySelector('[class*=awsui]')).not.toBeInTheDocument();
  const kinds = items.map(({ textContent }) => textContent.split(' ')[0]);
  expect(kinds).toEqual(['Success', 'Information', 'Warning', 'Error']);
  for (const remaining of [3, 2, 1]) {
    await user.click(getDismissButtons()[0] as HTMLElement);
    expect(getDismissButtons()).toHaveLength(remaining);
    expect(getDismissButtons()[0]).toHaveFocus();
  }
  await user.click(getDismissButtons()[0] as HTMLElement);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
});

test('removes the offline message when the connection returns', async () => {
  showAlert({ key: 'errors.Offline', type: 'error' });
  showAlert({ key: 'changePassword.done' });
  await open();
  expect(within(await findAlertList()).getAllByRole('listitem')).toHaveLength(2);
  act(() => void dispatchEvent(new Event('online')));
  expect(readTexts(within(await findAlertList()).getAllByRole('listitem'))).toEqual([
    expect.stringContaining('password'),
  ]);
});

test('announces errors at once and other messages after a delay', async () => {
  showAlert({ key: 'errors.ExpiredToken', type: 'error' });
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred. Please try logging in again.');
  act(() => showAlert({ key: 'changePassword.done' }));
  const findAnnouncement = () => document.querySelector('.alerts [aria-live=polite]');
  expect(findAnnouncement()).toBeEmptyDOMElement();
  await waitFor(() => expect(findAnnouncement()).toHaveTextContent('Success: Your password has been changed.'));
});

test('clears an announcement after its lifetime', async () => {
  vi.useFakeTimers();
  showAlert({ key: 'changePassword.done' });
  await open();
  const countOccurrences = () => document.body.textContent.split('Your password has been changed.').length - 1;
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(countOccurrences()).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(announcementMs));
  expect(countOccurrences()).toBe(1);
  announce('Your password has been changed.');
  await vi.advanceTimersByTimeAsync(100);
  expect(countOccurrences()).toBe(2);
  await vi.advanceTimersByTimeAsync(announcementMs);
  expect(countOccurrences()).toBe(1);
});
