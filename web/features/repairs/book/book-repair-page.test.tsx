import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { findAccessories, bookableProducts } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import en from '#shared/locales/en.json';
import { contentFields } from '#shared/repairs/content.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { answerCalls, openPages, fillField, signInAs, readTexts } from '#web/testing/page.tsx';
import {
  accessory,
  choose,
  field,
  fillIn,
  openBooking,
  place,
  product,
  reference,
  submit,
  productsWithAccessories,
} from '#web/testing/repair-booking.tsx';
import { BookRepairPage } from './book-repair-page.tsx';

/** Answers bookings with the given response and all other requests with empty results. Returns the booking requests. */
const answerBookings = (status: number, body: unknown) => {
  const requests = answerCalls(({ method }) => (method === 'POST' ? { status, body } : { body: { items: [] } }));
  return () => requests.filter(({ method }) => method === 'POST');
};

beforeEach(() => signInAs('nuk'));

test('has an input for every field of the content', async () => {
  answerBookings(201, {});
  await openBooking();
  for (const name of contentFields)
    // The pattern matches the whole label, because "Accessories" is also the beginning of another label.
    expect(
      screen.getAllByLabelText(new RegExp(`^${en.repairs.fields[name]}( \\(optional\\))?$`)).length,
      name,
    ).toBeGreaterThan(0);
});

test('reports every missing field and sends nothing', async () => {
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
  expect(readTexts(screen.getAllByRole('link', { name: /: Field is required\./ }))).toEqual([
    'Serial number: Field is required.',
    'Product: Field is required.',
    'Issue: Field is required.',
    'Purchase date: Field is required.',
    'Store reference number: Field is required.',
  ]);
  await user.click(screen.getByRole('link', { name: 'Product: Field is required.' }));
  expect(field('product').getAllByRole('button')[0]).toHaveFocus();
  // While the error summary is shown, the bar does not list the missing fields.
  expect(screen.queryByText(/^Still missing/)).toBeNull();
  await choose(user, 'issue', 'Other problems');
  await submit(user);
  expect(field('detailedDescription').getByText('Field is required.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Detailed description/ }), 'It hums');
  expect(field('detailedDescription').queryByText('Field is required.')).toBeNull();
  expect(screen.getByText(`${limits.text.detailedDescription - 'It hums'.length} characters left`)).toBeVisible();
  expect(bookings()).toEqual([]);
});

test('sends the booking without a store and locks the form while sending', async () => {
  const { promise: responseDelay, resolve: sendResponse } = Promise.withResolvers<void>();
  const requests = answerCalls(async ({ method }) => {
    if (method !== 'POST') return { body: { items: [] } };
    await responseDelay;
    return { status: 201, body: buildRepair() };
  });
  const { user } = await openBooking();
  expect(document.querySelector('[data-field=storeId]')).toBeNull();
  await fillIn(user);
  expect(await screen.findByText('Everything is filled in.')).toBeVisible();
  await choose(user, 'accessories', accessory);
  const isLocked = () => reference().closest('[inert]') !== null;
  expect(isLocked()).toBe(false);
  await submit(user);
  expect(isLocked()).toBe(true);
  sendResponse();
  await screen.findByRole('heading', { name: 'Repair REF-1 is booked' });
  const bookings = requests.filter(({ method }) => method === 'POST');
  expect(bookings).toHaveLength(1);
  expect(bookings[0]?.url.pathname).toBe('/api/repairs/nuk');
  expect(bookings[0]?.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    product: productsWithAccessories[0]?.key,
    isOnlyAccessories: false,
    accessories: [findAccessories(productsWithAccessories[0]?.key ?? '')[0]?.key],
    issue: 'screenDefect',
    serialNumber: 'XAW10075273452',
    purchaseDate: '2026-01-15',
    storeRefNo: 'REF-1',
    detailedDescription: '',
    customerPresence: true,
    termsAcceptance: true,
  });
  await user.click(screen.getByRole('button', { name: 'Book the next repair' }));
  expect(isLocked()).toBe(false);
});

test('finds products and accessories, and drops incompatible accessories', async () => {
  answerBookings(201, {});
  const { user } = await openBooking();
  const getListButton = (name: string) => field(name).getAllByRole('button')[0] as HTMLElement;
  const searchOptions = async (typed: string) => {
    await user.clear(document.activeElement as HTMLElement);
    await user.keyboard(typed);
    return readTexts(screen.getAllByRole('option'));
  };
  await user.click(getListButton('product'));
  for (const [typed, name] of [
    ['r10015838', 'Nintendo Switch 2'],
    ['lite dialga palkia', 'Nintendo Switch Lite – Dialga & Palkia Edition'],
    ['classic mini: super', 'Nintendo Classic Mini: Super Nintendo Entertainment System (SNES)'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- sequential user input
    expect(await searchOptions(typed)).toEqual([expect.stringContaining(name)]);
  await user.click(screen.getByRole('option'));
  expect(getListButton('product')).toHaveTextContent('Nintendo Classic Mini: Super Nintendo');
  await choose(user, 'product', product);
  await user.click(getListButton('accessories'));
  expect(await searchOptions('poke ball')).toEqual(['Poké Ball Plus']);
  await user.click(screen.getByRole('option'));
  await user.keyboard('{Escape}');
  const queryRemoveButton = () => field('accessories').queryByRole('button', { name: /^Remove/ });
  expect(queryRemoveButton()).toBeVisible();
  const otherProduct = bookableProducts.find(({ accessories }) => !accessories.includes('poke-ball-plus'));
  await choose(user, 'product', otherProduct?.labels.en ?? '');
  expect(queryRemoveButton()).toBeNull();
});

test.each([
  [place, /^terms of service/, paths.legalInRegion(place, 'terms-of-service'), 'Serial number'],
  [{ prefix: 'FR', region: 'nfr' }, /^conditions d’utilisation/, 'https://legal.example.com/terms', 'Numéro de série'],
] as const)('opens the terms of the region in a new tab: %o', async (regionPlace, name, href, label) => {
  answerCalls(() => ({ body: {} }));
  await openPages({ bookRepair: <BookRepairPage /> }, paths.bookRepair(regionPlace), regionPlace);
  const terms = screen.getByRole('link', { name });
  expect(terms).toHaveAttribute('href', href);
  expect(terms).toHaveAttribute('target', '_blank');
  expect(screen.getByLabelText(label)).toBeVisible();
});

test('reports an invalid, future or too early purchase date on blur', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
  answerBookings(201, {});
  const { user } = await openBooking();
  const date = field('purchaseDate').getByRole('textbox');
  for (const [typed, words] of [
    ['31/02/2026', /valid date/],
    ['22/11/2026', 'The date must not be in the future.'],
    ['31/12/1979', 'This date is too long ago.'],
  ] as const) {
    await user.clear(date);
    await fillField(user, date, typed);
    expect(field('purchaseDate').queryByText(words)).toBeNull();
    await user.tab();
    expect(field('purchaseDate').getByText(words)).toBeVisible();
  }
});

test('accepts the new day after midnight; Alt+Down opens the calendar', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:59:00Z') });
  answerBookings(201, {});
  const { user } = await openBooking();
  const date = field('purchaseDate').getByRole('textbox');
  await fillField(user, date, '22/11/2026');
  await submit(user);
  expect(field('purchaseDate').getByText('The date must not be in the future.')).toBeVisible();
  vi.setSystemTime(new Date('2026-11-22T00:00:20Z'));
  await user.type(date, '{Backspace}6');
  expect(field('purchaseDate').queryByText('The date must not be in the future.')).toBeNull();
  const showPicker = vi.fn();
  HTMLInputElement.prototype.showPicker = showPicker;
  await user.click(date);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(showPicker).toHaveBeenCalledOnce();
  // The calendar button is not a tab stop.
  await user.tab();
  expect(reference()).toHaveFocus();
});
