import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, openPages, signInAs } from '#web/testing/page.tsx';
import { field, fillIn, openBooking, place, reference, serialNumber, submit } from '#web/testing/repair-booking.tsx';
import { BookRepairPage } from './book-repair-page.tsx';

/** Books a repair on the page. `stored` are the fields in which the server's repair differs from the sent one. */
const book = async (stored: Partial<Repair> = {}) => {
  let bookedRepair = buildRepair();
  const requests = answerCalls(({ method, url, body = {} }) => {
    const { customerPresence: _, termsAcceptance: __, ...sentFields } = body;
    if (url.pathname.endsWith('/repair')) return { body: bookedRepair };
    if (method !== 'POST') return { body: { items: [] } };
    bookedRepair = buildRepair({ ...sentFields, ...stored } as Partial<Repair>);
    return { status: 201, body: bookedRepair };
  });
  const { user, router } = await openBooking();
  await fillIn(user);
  await submit(user);
  const heading = await screen.findByRole('heading', { name: `Repair ${stored.storeRefNo ?? 'REF-1'} is booked` });
  return {
    user,
    router,
    heading,
    requests,
    bookings: () => requests.filter(({ method, url }) => method === 'POST' && !url.pathname.endsWith('/repair')),
  };
};

beforeEach(() => signInAs('nuk'));

test.each<[string, Partial<Repair>]>([
  ['under another reference', { storeRefNo: 'REF-0' }],
  ['with other content', { serialNumber: 'XAW10075273453' }],
])('warns if an earlier attempt was booked %s', async (_, stored) => {
  await book(stored);
  const words = new RegExp(`^An earlier attempt had already booked this repair, as ${stored.storeRefNo ?? 'REF-1'}\\.`);
  expect(screen.getByText(words, { selector: ':not([role=status])' })).toBeVisible();
  expect(await screen.findByText(words, { selector: '[role=status]' })).toBeVisible();
});

test('starts the next booking empty, with a new id', async () => {
  const { user, bookings } = await book();
  await user.click(screen.getByRole('button', { name: 'Book the next repair' }));
  expect(screen.queryByRole('heading', { name: /is booked/ })).toBeNull();
  expect(serialNumber()).toHaveFocus();
  for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked();
  expect(field('product').getAllByRole('button')[0]).toHaveTextContent('Choose');
  await fillIn(user);
  await user.type(reference(), 'b');
  await submit(user);
  await screen.findByRole('heading', { name: 'Repair REF-1b is booked' });
  const [first, second] = bookings();
  expect(second?.body?.['id']).not.toBe(first?.body?.['id']);
});

test('shows the receipt at its URL in any language, and the form at the URL of the page', async () => {
  const { router, bookings } = await book();
  const { search } = router.state.location;
  expect(paths.bookRepair(place) + search).toBe(
    toRecordPath(paths.bookRepair(place), { ...buildRepair(), id: bookings()[0]?.body?.['id'] as string }),
  );
  await act(() => router.navigate(paths.bookRepair({ ...place, prefix: 'FR' }) + search));
  expect(screen.getByRole('heading', { name: /REF-1/ })).toBeVisible();
  await act(() => router.navigate(paths.bookRepair({ ...place, prefix: 'FR' })));
  expect(screen.queryByRole('heading', { name: /REF-1/ })).toBeNull();
  expect(reference()).toHaveValue('');
  expect(serialNumber()).toHaveFocus();
});

const openReceipt = (record: Partial<Repair>) =>
  openPages(
    { bookRepair: <BookRepairPage />, submittedRepairs: <p>The list</p> },
    toRecordPath(paths.bookRepair(place), buildRepair(record)),
  );

test('loads the receipt after a reload, with the RMA number and its bar code', async () => {
  answerCalls(() => ({ body: buildRepair({ rma: 'UK7', state: 'registered' }) }));
  const { user } = await openReceipt({});
  expect(await screen.findByRole('heading', { name: 'Repair REF-1 is booked' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'UK7' })).toBeVisible();
  await waitFor(() => expect(document.querySelectorAll('.receipt-code rect').length).toBeGreaterThan(10));
  // The next booking is the first control of the receipt.
  await user.click(screen.getByRole('button', { name: 'Book the next repair' }));
  expect(await screen.findByRole('heading', { name: 'Book a repair' })).toBeVisible();
});

test("names the product, and separates the store's steps from those of the repair service", async () => {
  answerCalls(() => ({ body: buildRepair({ rma: 'UK7', state: 'registered' }) }));
  await openReceipt({});
  expect((await screen.findByText('Nintendo Switch 2')).tagName).toBe('B');
  const steps = screen.getByRole('heading', { name: 'What to do now' }).nextElementSibling;
  expect([...(steps?.children ?? [])].map((step) => step.textContent)).toEqual([
    'Print the slip or label and put it with the device. It says what has to go into the parcel.',
    'Send the parcel, with the RMA number on the outside.',
  ]);
  expect(screen.getByText('What happens next:').parentElement).toHaveTextContent(
    'What happens next: The repair service aims to complete the repair within 10 days of receipt.',
  );
});

test('reports a receipt of an unknown repair as not found', async () => {
  answerCalls(() => apiError('NotFound', 404));
  await openReceipt({});
  expect(await screen.findByText('There is no such repair, or it belongs to another store.')).toBeVisible();
});

test('shows the details instead of the receipt of a withdrawn repair', async () => {
  answerCalls(() => ({ body: buildRepair({ state: 'withdrawn' }) }));
  const { router } = await openReceipt({});
  expect(await screen.findByText('The list')).toBeVisible();
  expect(router.state.location.search).toContain('ref=REF-1');
});

test('says that the outcome is unknown, then shows the receipt once the booking is found', async () => {
  let isReachable = false;
  answerCalls(({ method, url, body = {} }) => {
    if (method === 'POST' || (url.pathname.endsWith('/repair') && !isReachable)) throw new TypeError('no network');
    return { body: url.pathname.endsWith('/repair') ? buildRepair({ ...body, storeRefNo: 'REF-1' }) : { items: [] } };
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  const checkAgain = await screen.findByRole('button', { name: 'Check again' });
  const words = screen.getByText(/It is not known yet whether it was booked/);
  expect(words.closest('output')).toHaveFocus();
  // The outcome is reported only once.
  expect(document.querySelector('.form-errors')).toBeNull();
  isReachable = true;
  await user.click(checkAgain);
  expect(await screen.findByRole('heading', { name: 'Repair REF-1 is booked' })).toHaveFocus();
});

test('reports that the booking was withdrawn since, and keeps the form', async () => {
  answerCalls(({ method, url, body = {} }) => {
    if (method === 'POST') throw new TypeError('no network');
    const withdrawnRepair = buildRepair({ ...body, storeRefNo: 'REF-1', state: 'withdrawn' });
    return { body: url.pathname.endsWith('/repair') ? withdrawnRepair : { items: [] } };
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  expect(await screen.findByText(/^It was booked as REF-1 on .* withdrawn since/)).toBeVisible();
  expect(screen.getByDisplayValue('REF-1')).toBeVisible();
});

test.each([
  ['if its record is found', true, /^It was booked as REF-1 on .* withdrawn since/],
  ['if its record is not found', false, /^This repair was booked and withdrawn since/],
])('resends a withdrawn booking under a new id %s', async (_, isFound, words) => {
  const sentIds: unknown[] = [];
  answerCalls(({ method, url, body = {} }) => {
    if (method === 'POST') {
      sentIds.push(body['id']);
      if (body['id'] === sentIds[0]) return apiError('RepairWithdrawn', 409);
      return { status: 201, body: buildRepair({ ...body, storeRefNo: 'REF-1' }) };
    }
    const withdrawn = buildRepair({ id: String(sentIds[0]), storeRefNo: 'REF-1', state: 'withdrawn' });
    if (!url.pathname.endsWith('/repair')) return { body: { items: [] } };
    return isFound ? { body: withdrawn } : apiError('NotFound', 404);
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  const message = await screen.findByText(words);
  // The outcome is reported only once.
  expect(document.querySelector('.form-errors')).toBeNull();
  await waitFor(() => expect(message.closest('output')).toHaveFocus());
  await waitFor(() => expect(Object.values({ ...localStorage }).join()).not.toContain(sentIds[0]));
  await submit(user);
  expect(await screen.findByRole('heading', { name: 'Repair REF-1 is booked' })).toBeVisible();
  expect(new Set(sentIds).size).toBe(2);
});

test.each([
  ['sam@nuk.example', /^You booked REF-1 yourself on/],
  ['kim@nuk.example', /^kim@nuk.example booked REF-1 on/],
])('links to the record that has the reference, booked by %s', async (by, text) => {
  const existingRepair = buildRepair({
    storeRefNo: 'REF-1',
    timeline: [{ type: 'booked', at: '2026-11-20T10:00:00.000Z', by }],
  });
  const requests = answerCalls(({ method, url }) => {
    if (method === 'POST') return apiError('RepairRequestExists', 409);
    return {
      body: url.pathname.endsWith('/repair')
        ? existingRepair
        : { items: url.search.includes('search') ? [existingRepair] : [] },
    };
  });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: /See REF-1/ })).toHaveAttribute(
    'href',
    toRecordPath(paths.submittedRepairs(place), existingRepair),
  );
  expect(
    field('storeRefNo').getByText('A repair request with this Store Reference Number already exists'),
  ).toBeVisible();
  expect(reference()).toHaveValue('REF-1');
  expect(serialNumber()).toHaveValue('XAW10075273452');
  expect(screen.getByRole('checkbox', { name: /The customer is present/ })).toBeChecked();
  await user.type(reference(), '2');
  await submit(user);
  const ids = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body?.['id']);
  await waitFor(() => expect(ids()).toEqual([expect.any(String), ids()[0]]));
});
