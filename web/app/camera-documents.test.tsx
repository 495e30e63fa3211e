import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { openPhone } from '#web/testing/camera.ts';
import { findHeading, answersWithoutRepairs, openSite, buildStaffAuth } from '#web/testing/site.tsx';

vi.mock('#web/browser/load-document.ts');

// The browser allows the camera only in documents that were requested under the path of a booking page.
let phone: ReturnType<typeof openPhone>;
afterEach(() => phone.close());

const openHome = (documentPath: string) => {
  phone = openPhone(documentPath);
  sessionStore.signIn('nuk', buildStaffAuth());
  return openSite('/UK/nuk', answersWithoutRepairs);
};
const followBookingLink = async ({ user }: ReturnType<typeof openHome>) => {
  const [link] = await screen.findAllByRole('link', { name: 'Book a repair' });
  if (link) await user.click(link);
};

test('loads a booking page as a new document on a phone', async () => {
  await followBookingLink(openHome('/UK/nuk'));
  await waitFor(() => expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/repairs/book'));
});

test('loads no document if the current one may use the camera', async () => {
  await followBookingLink(openHome('/UK/nuk/returns/book'));
  await findHeading('Book a repair');
  expect(loadDocument).not.toHaveBeenCalled();
});

test('loads no document on a wide screen without touch', async () => {
  const site = openHome('/UK/nuk');
  window.innerWidth = 1280;
  await followBookingLink(site);
  await findHeading('Book a repair');
  expect(loadDocument).not.toHaveBeenCalled();
});
