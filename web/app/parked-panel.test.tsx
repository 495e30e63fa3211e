import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { blankContent } from '#shared/repairs/content.ts';
import { drafts } from '#web/components/drafts/drafts.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth, farFuture } from '#web/testing/auth.ts';
import { openPages, place } from '#web/testing/page.tsx';
import { buildDraftLines } from '#web/testing/return-booking.tsx';
import { ParkedPanel } from './home.tsx';

const draftUser = { region: 'nuk', email: 'sam@nuk.example' } as const;

const signIn = ({ isAdminUser = false, isRegisterReturnsAllowed = true } = {}) =>
  sessionStore.signIn('nuk', {
    ...buildAuth(['NUK', isAdminUser ? 'admin' : 'register-repairs'], farFuture),
    email: draftUser.email,
    isRegisterReturnsAllowed,
  });
const saveDraft = (form: string, values: object) => {
  const id = crypto.randomUUID();
  drafts
    .getDrafts({ ...draftUser, form })
    .slot(id)
    .write({ id, ...values });
};
const saveRepairDraft = (values: object) => saveDraft('bookRepair', { ...blankContent, storeRefNo: '', ...values });
const open = async () => (await openPages({ home: <ParkedPanel /> }, paths.home(place))).user;
const readNames = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

beforeEach(() => {
  // 14:05 in the region's time zone.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T14:05:00Z') });
});

test.each([
  [
    false,
    { product: 'switch-2', serialNumber: 'XKW1', storeRefNo: ' 1002-17 ' },
    'Nintendo Switch 2, ref. 1002-17, 14:05',
  ],
  [false, { serialNumber: 'XKW1' }, 'XKW1, 14:05'],
  [false, { storeRefNo: '1002-17' }, 'No product yet, ref. 1002-17, 14:05'],
  [true, { storeRefNo: '1002-17', storeId: 'UK-1001' }, 'No product yet, ref. 1002-17, UK-1001, 14:05'],
])('names a draft by its content; admin %j, values %j', async (isAdmin, values, name) => {
  signIn({ isAdminUser: isAdmin });
  saveRepairDraft(values);
  await open();
  expect(readNames()).toEqual([name]);
});

test('names a return draft by its number of lines', async () => {
  signIn();
  saveDraft('bookReturn', { storeRefNo: 'RET-1', files: [], lines: buildDraftLines(3) });
  await open();
  expect(readNames()).toEqual(['3 lines, ref. RET-1, 14:05']);
});

test('hides return drafts without permission to book returns', async () => {
  signIn({ isRegisterReturnsAllowed: false });
  saveDraft('bookReturn', { storeRefNo: 'RET-1', files: [], lines: [] });
  await open();
  expect(screen.queryByText('Parked drafts')).toBeNull();
});

test('shows latest drafts first, with dates, and expands the rest', async () => {
  signIn();
  for (const storeRefNo of ['A', 'B', 'C', 'D', 'E']) {
    saveRepairDraft({ storeRefNo });
    vi.setSystemTime(Date.now() + 86_400_000 / 4);
  }
  const user = await open();
  expect(readNames()).toEqual([
    expect.stringMatching(/ref\. E, 14:05$/),
    expect.stringMatching(/ref\. D, 08:05$/),
    expect.stringMatching(/ref\. C, 02:05$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Show all (5)' }));
  expect(readNames().slice(3)).toEqual([
    expect.stringMatching(/ref\. B, 21\/11\/2026, 20:05$/),
    expect.stringMatching(/ref\. A, 21\/11\/2026, 14:05$/),
  ]);
  expect(screen.getByRole('link', { name: /ref\. B/ })).toHaveFocus();
});
