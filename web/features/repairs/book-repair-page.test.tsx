import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { accessoriesOf, bookableProducts } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/limits.ts';
import { alertStore } from '#web/alerts.ts';
import { paths } from '#shared/paths.ts';
import { BookRepairPage } from './book-repair-page.tsx';
import { answerCalls, openPages } from './page-under-test.tsx';
import { repairWith } from './repair-for-test.ts';

const place = { prefix: 'UK', region: 'nuk' } as const;
const open = () => openPages({ bookRepair: <BookRepairPage />, submittedRepairs: <p>The list</p> }, paths.bookRepair(place));

const withAccessories = bookableProducts.filter(({ key }) => accessoriesOf(key).length > 0);
const product = withAccessories[0]?.labels.en ?? '';
const accessory = accessoriesOf(withAccessories[0]?.key ?? '')[0]?.labels.en ?? '';

const field = (name: string) => {
  const wrapper = document.querySelector<HTMLElement>(`[data-field="${name}"]`);
  if (!wrapper) throw new Error(`No field ${name}`);
  return within(wrapper);
};
const choose = async (user: UserEvent, name: string, option: string) => {
  await user.click(field(name).getAllByRole('button')[0] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: option }));
};
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Book repair' }));

const fillIn = async (user: UserEvent) => {
  await choose(user, 'product', product);
  await choose(user, 'issue', 'Screen defect');
  await user.type(screen.getByLabelText('Serial number'), 'xkw123');
  await user.type(field('purchaseDate').getByRole('textbox'), '15/01/2026');
  await user.type(screen.getByLabelText('Store reference number'), 'REF-1');
  await user.click(screen.getByRole('checkbox', { name: /The customer is present/ }));
  await user.click(screen.getByRole('checkbox', { name: /The terms of sale/ }));
};

test('an empty form names every field that is missing, and nothing is sent', async () => {
  const requests = answerCalls(() => ({ body: {} }));
  const { user } = await open();
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
  expect(screen.getAllByText('Please fix form errors to proceed.')[0]).toBeVisible();
  expect(field('product').getAllByRole('button')[0]).toHaveFocus();
  expect(requests).toEqual([]);
});

test('a booking is sent as filled in, then the list opens with the reference in its message', async () => {
  const requests = answerCalls(() => ({ status: 201, body: repairWith() }));
  const { user } = await open();
  await fillIn(user);
  await choose(user, 'accessories', accessory);
  await submit(user);
  expect(await screen.findByText('The list')).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url.pathname).toBe('/api/repairs/nuk');
  expect(requests[0]?.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    product: withAccessories[0]?.key,
    isOnlyAccessories: false,
    accessories: [accessoriesOf(withAccessories[0]?.key ?? '')[0]?.key],
    issue: 'screenDefect',
    serialNumber: 'XKW123',
    purchaseDate: '2026-01-15',
    storeRefNo: 'REF-1',
    detailedDescription: '',
    customerPresence: true,
    termsAcceptance: true,
  });
  await waitFor(() => expect(alertStore.get()).toMatchObject([{ key: 'repairs.book.done', type: 'success', values: { reference: 'REF-1' } }]));
});

test('with accessories only an accessory is required and the serial number is not', async () => {
  answerCalls(() => ({ body: {} }));
  const { user } = await open();
  await choose(user, 'product', product);
  await user.click(screen.getByRole('checkbox', { name: 'Accessories only' }));
  await submit(user);
  expect(field('accessories').getByText('Field is required.')).toBeVisible();
  expect(field('serialNumber').queryByText('Field is required.')).toBeNull();
  await choose(user, 'accessories', accessory);
  expect(field('accessories').queryByText('Field is required.')).toBeNull();
});

test('other problems have to be described', async () => {
  answerCalls(() => ({ body: {} }));
  const { user } = await open();
  await choose(user, 'issue', 'Other problems');
  await submit(user);
  expect(field('detailedDescription').getByText('Field is required.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Detailed description/ }), 'It hums');
  expect(field('detailedDescription').queryByText('Field is required.')).toBeNull();
  expect(screen.getByText(`Characters left: ${limits.text.detailedDescription - 'It hums'.length}`)).toBeVisible();
});

test('another product takes the accessories with it that do not fit it', async () => {
  answerCalls(() => ({ body: {} }));
  const { user } = await open();
  const first = withAccessories[0]?.key ?? '';
  const other = bookableProducts.find(({ accessories }) => !accessories.includes(accessoriesOf(first)[0]?.key ?? ''));
  await choose(user, 'product', product);
  await choose(user, 'accessories', accessory);
  await user.keyboard('{Escape}');
  expect(field('accessories').getByRole('button', { name: new RegExp(`^Remove`) })).toBeVisible();
  await choose(user, 'product', other?.labels.en ?? '');
  expect(field('accessories').queryByRole('button', { name: new RegExp(`^Remove`) })).toBeNull();
});

test('a purchase in the future is refused', async () => {
  answerCalls(() => ({ body: {} }));
  const { user } = await open();
  await user.type(field('purchaseDate').getByRole('textbox'), '01/01/2999');
  await submit(user);
  expect(field('purchaseDate').getByText('The date must not be in the future.')).toBeVisible();
});

test('a reference that exists is told at its field, and nothing typed is lost', async () => {
  const requests = answerCalls(() => ({ status: 409, body: { error: { code: 'RepairRequestExists', message: '' } } }));
  const { user } = await open();
  await fillIn(user);
  await submit(user);
  expect(await field('storeRefNo').findByText('A repair request with this Store Reference Number already exists')).toBeVisible();
  expect(screen.getByLabelText('Store reference number')).toHaveValue('REF-1');
  expect(screen.getByLabelText('Serial number')).toHaveValue('xkw123');
  expect(screen.getByRole('checkbox', { name: /The customer is present/ })).toBeChecked();
  await user.type(screen.getByLabelText('Store reference number'), '2');
  await submit(user);
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.body?.['id']).toBe(requests[0]?.body?.['id']);
});

test('what the server finds wrong lands at its field', async () => {
  const error = { code: 'InvalidParameterException', message: '', problems: [{ path: 'serialNumber', rule: 'pattern' }] };
  answerCalls(() => ({ status: 400, body: { error } }));
  const { user } = await open();
  await fillIn(user);
  await submit(user);
  expect(await field('serialNumber').findByText('Invalid text.')).toBeVisible();
});

test('a scanner that ends with Enter submits nothing', async () => {
  const requests = answerCalls(() => ({ status: 201, body: repairWith() }));
  const { user } = await open();
  await fillIn(user);
  await user.type(screen.getByLabelText('Serial number'), '4{Enter}');
  await user.type(screen.getByLabelText('Store reference number'), '{Enter}');
  await user.type(field('purchaseDate').getByRole('textbox'), '{Enter}');
  expect(screen.queryByText('The list')).toBeNull();
  expect(requests).toEqual([]);
});

test('a double click books once', async () => {
  const requests = answerCalls(() => ({ status: 201, body: repairWith() }));
  const { user } = await open();
  await fillIn(user);
  await user.dblClick(screen.getByRole('button', { name: 'Book repair' }));
  await screen.findByText('The list');
  expect(requests).toHaveLength(1);
});

test('the terms open in a new tab: ours, or those that the region has elsewhere', async () => {
  answerCalls(() => ({ body: {} }));
  await open();
  const ours = screen.getByRole('link', { name: /^Terms of sale/ });
  expect(ours).toHaveAttribute('href', paths.legalInRegion(place, 'terms-of-service'));
  expect(ours).toHaveAttribute('target', '_blank');
});

test('in France the terms are an external page', async () => {
  answerCalls(() => ({ body: {} }));
  const inFrance = { prefix: 'FR', region: 'nfr' } as const;
  await openPages({ bookRepair: <BookRepairPage /> }, paths.bookRepair(inFrance), inFrance);
  expect(screen.getByRole('link', { name: /^Conditions de vente/ })).toHaveAttribute('href', 'https://legal.example.com/terms');
  expect(screen.getByLabelText('Numéro de série')).toBeVisible();
});
