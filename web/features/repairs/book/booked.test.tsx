import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { answerCalls } from '#web/testing/page.tsx';
import {
  field,
  fillIn,
  openBooking,
  place,
  product,
  reference,
  serialNumber,
  signInAs,
  submit,
} from '#web/testing/repair-booking.tsx';
import { repairWith } from '#web/testing/repair.ts';
import { alertStore } from '#web/ui/alerts.ts';

const book = async (stored: Partial<Repair> = {}) => {
  const requests = answerCalls(({ method, body = {} }) => {
    const { customerPresence: _, termsAcceptance: __, ...sent } = body;
    return method === 'POST'
      ? { status: 201, body: repairWith({ ...sent, ...stored } as Partial<Repair>) }
      : { body: { items: [] } };
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  const heading = await screen.findByRole('heading', { name: `Repair ${stored.storeRefNo ?? 'REF-1'}: what next?` });
  return { user, heading, bookings: () => requests.filter(({ method }) => method === 'POST') };
};

beforeEach(() => {
  localStorage.clear();
  signInAs('sam@nuk.example');
});

test('the message names the reference, the form is empty, and the focus is on what comes next', async () => {
  const { heading } = await book();
  expect(alertStore.get()).toMatchObject([
    { key: 'repairs.book.done', type: 'success', values: { reference: 'REF-1' } },
  ]);
  expect(heading).toHaveFocus();
  expect(reference()).toHaveValue('');
  expect(serialNumber()).toHaveValue('');
  expect(screen.queryByText(product)).toBeNull();
  for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked();
});

test.each<[string, Partial<Repair>]>([
  ['under another reference', { storeRefNo: 'REF-0' }],
  ['with other content', { serialNumber: 'XAW10075273453' }],
])('what an earlier attempt had booked %s is said', async (_, stored) => {
  await book(stored);
  expect(alertStore.get()).toMatchObject([
    { key: 'repairs.book.doneBefore', type: 'warning', values: { reference: stored.storeRefNo ?? 'REF-1' } },
  ]);
});

test('nothing of it is kept in the browser', async () => {
  await book();
  expect(JSON.stringify({ ...localStorage })).not.toContain('REF-1');
});

test('it offers the slip on both papers, and the list', async () => {
  await book();
  expect(screen.getByRole('button', { name: 'Print slip (A4)' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print label (62\u00A0mm)' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See it in the list' })).toHaveAttribute(
    'href',
    paths.submittedRepairs(place),
  );
});

test('the next booking begins at the first field, with nothing of the last one, and is another', async () => {
  const { user, bookings } = await book();
  await user.click(screen.getByRole('button', { name: 'Book the next repair' }));
  expect(screen.queryByRole('heading', { name: /what next/ })).toBeNull();
  expect(alertStore.get()).toEqual([]);
  await waitFor(() => expect(field('product').getAllByRole('button')[0]).toHaveFocus());
  expect(field('product').getAllByRole('button')[0]).toHaveTextContent('Choose');
  await fillIn(user);
  await user.type(reference(), 'b');
  await submit(user);
  await screen.findByRole('heading', { name: 'Repair REF-1b: what next?' });
  const [first, second] = bookings();
  expect(second?.body?.['id']).not.toBe(first?.body?.['id']);
});

test('one can just go on typing: the next booking takes the place of the last', async () => {
  const { user } = await book();
  await fillIn(user);
  await user.type(reference(), 'c');
  await submit(user);
  expect(await screen.findByRole('heading', { name: 'Repair REF-1c: what next?' })).toHaveFocus();
  expect(screen.getAllByRole('heading', { name: /what next/ })).toHaveLength(1);
});

test('where nobody knows whether it was booked, the page says so, and shows what was booked once it knows', async () => {
  let isReachable = false;
  answerCalls(({ method, url, body = {} }) => {
    if (method === 'POST' || (url.pathname.endsWith('/repair') && !isReachable)) throw new TypeError('no network');
    return { body: url.pathname.endsWith('/repair') ? repairWith({ ...body, storeRefNo: 'REF-1' }) : { items: [] } };
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  const again = await screen.findByRole('button', { name: 'Check again' });
  expect(screen.getByText(/It is not known yet whether it was booked/)).toBeVisible();
  isReachable = true;
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'Repair REF-1: what next?' })).toHaveFocus();
});

test('what was booked, and withdrawn since, is said, and everything stays filled in', async () => {
  answerCalls(({ method, url, body = {} }) => {
    if (method === 'POST') throw new TypeError('no network');
    const found = repairWith({ ...body, storeRefNo: 'REF-1', state: 'withdrawn' });
    return { body: url.pathname.endsWith('/repair') ? found : { items: [] } };
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  expect(await screen.findByText(/^It was booked as REF-1 on .* withdrawn since/)).toBeVisible();
  expect(screen.getByDisplayValue('REF-1')).toBeVisible();
});

test.each([
  ['sam@nuk.example', /^You booked REF-1 yourself on/],
  ['kim@nuk.example', /^kim@nuk.example booked REF-1 on/],
])('a reference that is used says whose it is (%s) and leads there', async (by, text) => {
  const other = repairWith({ storeRefNo: 'REF-1', timeline: [{ type: 'booked', at: '2026-11-20T10:00:00.000Z', by }] });
  answerCalls(({ method, url }) => {
    if (method === 'POST') return { status: 409, body: { error: { code: 'RepairRequestExists' } } };
    return { body: url.pathname.endsWith('/repair') ? other : { items: url.search.includes('search') ? [other] : [] } };
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: /See REF-1/ })).toHaveAttribute(
    'href',
    recordAddress(paths.submittedRepairs(place), other),
  );
});
