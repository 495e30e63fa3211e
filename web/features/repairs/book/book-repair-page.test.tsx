import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { accessoriesOf, bookableProducts } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { answerCalls, openPages, signedIn, texts } from '#web/testing/page.tsx';
import {
  accessory,
  choose,
  field,
  fillIn,
  openBooking,
  place,
  product,
  reference,
  serialNumber,
  submit,
  withAccessories,
} from '#web/testing/repair-booking.tsx';
import { repairWith } from '#web/testing/repair.ts';
import { BookRepairPage } from './book-repair-page.tsx';

/** Bookings alone: what else the page asks is answered with nothing found. */
const answerBookings = (status: number, body: unknown) => {
  const requests = answerCalls(({ method }) => (method === 'POST' ? { status, body } : { body: { items: [] } }));
  return () => requests.filter(({ method }) => method === 'POST');
};

beforeEach(() => signedIn('nuk'));

test('an empty form names every field that is missing, and nothing is sent', async () => {
  const bookings = answerBookings(201, {});
  const { user } = await openBooking();
  expect(
    screen.getByText(
      'Still missing: Serial number, Product, Issue, Purchase date, Store reference number, Confirmations',
    ),
  ).toBeVisible();
  await submit(user);
  for (const name of ['product', 'issue', 'serialNumber', 'purchaseDate', 'storeRefNo']) {
    expect(field(name).getByText('Field is required.')).toBeVisible();
  }
  for (const name of ['customerPresence', 'termsAcceptance']) {
    expect(field(name).getByText('Please confirm this to proceed.')).toBeVisible();
  }
  for (const name of ['accessories', 'detailedDescription']) {
    expect(field(name).queryByText('Field is required.')).toBeNull();
  }
  expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
  expect(texts(screen.getAllByRole('link', { name: /: Field is required\./ }))).toEqual([
    'Serial number: Field is required.',
    'Product: Field is required.',
    'Issue: Field is required.',
    'Purchase date: Field is required.',
    'Store reference number: Field is required.',
  ]);
  await user.click(screen.getByRole('link', { name: 'Product: Field is required.' }));
  expect(field('product').getAllByRole('button')[0]).toHaveFocus();
  // The bar leaves it to the summary.
  expect(screen.queryByText(/^Still missing/)).toBeNull();
  expect(bookings()).toEqual([]);
});

test('a booking is sent as filled in; staff are asked for no store, and say none', async () => {
  const bookings = answerBookings(201, repairWith());
  const { user } = await openBooking();
  expect(document.querySelector('[data-field=storeId]')).toBeNull();
  await fillIn(user);
  expect(await screen.findByText('Everything is filled in.')).toBeVisible();
  await choose(user, 'accessories', accessory);
  await submit(user);
  await screen.findByRole('heading', { name: 'Repair REF-1 is booked' });
  expect(bookings()).toHaveLength(1);
  expect(bookings()[0]?.url.pathname).toBe('/api/repairs/nuk');
  expect(bookings()[0]?.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    product: withAccessories[0]?.key,
    isOnlyAccessories: false,
    accessories: [accessoriesOf(withAccessories[0]?.key ?? '')[0]?.key],
    issue: 'screenDefect',
    serialNumber: 'XAW10075273452',
    purchaseDate: '2026-01-15',
    storeRefNo: 'REF-1',
    detailedDescription: '',
    customerPresence: true,
    termsAcceptance: true,
  });
});

test('other problems have to be described', async () => {
  answerCalls(() => ({ body: {} }));
  const { user } = await openBooking();
  await choose(user, 'issue', 'Other problems');
  await submit(user);
  expect(field('detailedDescription').getByText('Field is required.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Detailed description/ }), 'It hums');
  expect(field('detailedDescription').queryByText('Field is required.')).toBeNull();
  expect(screen.getByText(`${limits.text.detailedDescription - 'It hums'.length} characters left`)).toBeVisible();
});

test('another product takes the accessories with it that do not fit it', async () => {
  answerCalls(() => ({ body: {} }));
  const { user } = await openBooking();
  const first = withAccessories[0]?.key ?? '';
  const other = bookableProducts.find(({ accessories }) => !accessories.includes(accessoriesOf(first)[0]?.key ?? ''));
  await choose(user, 'product', product);
  await choose(user, 'accessories', accessory);
  await user.keyboard('{Escape}');
  expect(field('accessories').getByRole('button', { name: new RegExp(`^Remove`) })).toBeVisible();
  await choose(user, 'product', other?.labels.en ?? '');
  expect(field('accessories').queryByRole('button', { name: new RegExp(`^Remove`) })).toBeNull();
});

test('a reference that exists is told at its field, and nothing typed is lost', async () => {
  const bookings = answerBookings(409, { error: { code: 'RepairRequestExists', message: '' } });
  const { user } = await openBooking();
  await fillIn(user);
  await submit(user);
  expect(
    await field('storeRefNo').findByText('A repair request with this Store Reference Number already exists'),
  ).toBeVisible();
  expect(reference()).toHaveValue('REF-1');
  expect(serialNumber()).toHaveValue('XAW10075273452');
  expect(screen.getByRole('checkbox', { name: /The customer is present/ })).toBeChecked();
  await user.type(reference(), '2');
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(2));
  expect(bookings()[1]?.body?.['id']).toBe(bookings()[0]?.body?.['id']);
});

test('a scanner that ends with Enter submits nothing, one that ends with Tab moves on', async () => {
  const bookings = answerBookings(201, repairWith());
  const { user } = await openBooking();
  await fillIn(user);
  await user.type(reference(), '{Enter}');
  await user.type(field('purchaseDate').getByRole('textbox'), '{Enter}');
  await user.clear(serialNumber());
  await user.type(serialNumber(), 'XAW10075273452{Enter}');
  expect(serialNumber()).toHaveFocus();
  await user.keyboard('{Tab}');
  expect(serialNumber()).not.toHaveFocus();
  expect(bookings()).toEqual([]);
  expect(reference()).toHaveValue('REF-1');
});

test('what is on its way to the server no longer changes', async () => {
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  answerCalls(async ({ method }) => {
    if (method !== 'POST') return { body: { items: [] } };
    await until;
    return { status: 201, body: repairWith() };
  });
  const { user } = await openBooking();
  await fillIn(user);
  expect(reference().closest('[inert]')).toBeNull();
  await submit(user);
  expect(reference().closest('[inert]')).not.toBeNull();
  answer();
  await screen.findByRole('heading', { name: /is booked/ });
  await user.click(screen.getByRole('button', { name: 'Book the next repair' }));
  expect(reference().closest('[inert]')).toBeNull();
});

test.each([
  ['its name', 'classic mini: super', 'Nintendo Classic Mini: Super Nintendo Entertainment System (SNES)'],
  ['its code', 'r10015838', 'Nintendo Switch 2'],
  ['words without signs', 'lite dialga palkia', 'Nintendo Switch Lite – Dialga & Palkia Edition'],
])('a product is found by %s', async (_, typed, found) => {
  answerBookings(201, {});
  const { user } = await openBooking();
  await user.click(field('product').getAllByRole('button')[0] as HTMLElement);
  await user.keyboard(typed);
  const options = screen.getAllByRole('option');
  expect(options).toHaveLength(1);
  expect(options[0]).toHaveTextContent(found);
  await user.click(options[0] as HTMLElement);
  expect(field('product').getAllByRole('button')[0]).toHaveTextContent(found);
});

test('an accessory is found without its accents', async () => {
  answerBookings(201, {});
  const { user } = await openBooking();
  await choose(user, 'product', product);
  await user.click(field('accessories').getAllByRole('button')[0] as HTMLElement);
  await user.keyboard('poke ball');
  expect(texts(screen.getAllByRole('option'))).toEqual(['Poké Ball Plus']);
});

test.each([
  [place, /^terms of service/, paths.legalInRegion(place, 'terms-of-service'), 'Serial number'],
  [{ prefix: 'FR', region: 'nfr' }, /^conditions d’utilisation/, 'https://legal.example.com/terms', 'Numéro de série'],
] as const)(
  '%o: the terms open in a new tab, ours or those that the region has elsewhere',
  async (at, name, href, label) => {
    answerCalls(() => ({ body: {} }));
    await openPages({ bookRepair: <BookRepairPage /> }, paths.bookRepair(at), at);
    const terms = screen.getByRole('link', { name });
    expect(terms).toHaveAttribute('href', href);
    expect(terms).toHaveAttribute('target', '_blank');
    expect(screen.getByLabelText(label)).toBeVisible();
  },
);

test('a page that is open over midnight takes a purchase of the new day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:59:00Z') });
  const requests = answerCalls(() => ({ body: { items: [] } }));
  const { user } = await openBooking();
  await fillIn(user);
  vi.setSystemTime(new Date('2026-11-22T00:00:20Z'));
  const date = field('purchaseDate').getByRole('textbox');
  await user.clear(date);
  await user.paste('22/11/2026');
  await submit(user);
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
});

test('by keyboard the form has as many stops as fields, the terms, and one button', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  const { user } = await openBooking();
  await choose(user, 'product', product);
  serialNumber().focus();
  const stops: (string | undefined)[] = [];
  while (document.activeElement?.textContent !== 'Book repair' && stops.length < 20) {
    await user.tab();
    stops.push(document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']);
  }
  expect(stops).toEqual([
    // Where nothing is laid out, a list that has a search in it can be tabbed to although it is closed.
    'product',
    'product',
    // Accessories only.
    undefined,
    'issue',
    'accessories',
    'accessories',
    'detailedDescription',
    'purchaseDate',
    'storeRefNo',
    'customerPresence',
    // Beside the checkbox there are the terms themselves.
    'termsAcceptance',
    'termsAcceptance',
    undefined,
  ]);
});

test('Alt and the down key open the calendar of a date', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  const { user } = await openBooking();
  const showPicker = vi.fn();
  HTMLInputElement.prototype.showPicker = showPicker;
  await user.click(field('purchaseDate').getByRole('textbox'));
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(showPicker).toHaveBeenCalledOnce();
});
