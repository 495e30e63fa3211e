import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { put } from '#web/testing/page.tsx';
import {
  answerReturns,
  ean,
  field,
  item,
  openReturn,
  place,
  purchaseDate,
  recordOf,
  reference,
  rows,
  scanLine,
  serialNumber,
  signInAs,
  submit,
  today,
} from '#web/testing/return-booking.tsx';
import { alertStore } from '#web/ui/alerts.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T09:00:00Z`) });
  localStorage.clear();
  signInAs('sam@nuk.example');
});

test('the own store shows as ID 400, to be read and not to be changed, and is not sent', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  const store = screen.getByLabelText('ID 400');
  await waitFor(() => expect(store).toHaveValue('UK001'));
  expect(store).toHaveAttribute('readonly');
  expect(screen.getByText('Store ID of Oxford Street')).toBeVisible();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await submit(user);
  await screen.findByRole('heading', { name: 'Return RET-1 is booked' });
  expect(bookings()[0]?.body).not.toHaveProperty('storeId');
});

test('an admin chooses one of the region’s stores, and has to', async () => {
  signInAs('admin@nuk.example', { isAdminUser: true });
  const { bookings, requests } = answerReturns();
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await submit(user);
  expect(field('storeId').getByText('Field is required.')).toBeVisible();
  expect(field('storeId').getByText('ID 400')).toBeVisible();
  await user.click(field('storeId').getAllByRole('button')[0] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: /Princes Street/ }));
  await submit(user);
  await screen.findByRole('heading', { name: /is booked/ });
  expect(bookings()[0]?.body).toMatchObject({ storeId: 'UK002' });
  expect(requests.some(({ url }) => url.pathname.endsWith('/own'))).toBe(false);
});

test('a store that could not be shown keeps nobody from booking', async () => {
  const { bookings, requests } = answerReturns({ others: () => ({ status: 503, body: {} }) });
  requests.length = 0;
  vi.stubGlobal('fetch', withoutOwnStore(globalThis.fetch));
  const { user } = await openReturn();
  expect(await screen.findByText('Your store could not be shown. You can still book the return.')).toBeVisible();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});

const withoutOwnStore =
  (answer: typeof fetch): typeof fetch =>
  async (path, init) =>
    String(path).endsWith('/own')
      ? Response.json({ error: { code: 'ServiceUnavailable', message: '' } }, { status: 503 })
      : answer(path, init);

test('an empty form names the reference and that there are no lines, and sends nothing', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  await submit(user);
  expect(field('storeRefNo').getByText('Field is required.')).toBeVisible();
  expect(field('lines').getByText('Add at least one line.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Add at least one line.' }));
  expect(document.querySelector('[data-field=lines]')).toContainElement(document.activeElement as HTMLElement);
  expect(bookings()).toEqual([]);
});

test('a return is sent as it was entered, and then the form is empty', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'xkw1');
  await scanLine(user, 'xkw2', { bought: '20.11.2026' });
  await submit(user);
  const heading = await screen.findByRole('heading', { name: 'Return RET-1 is booked' });
  const line = { product: item.key, ean: item.ean, productDescription: item.label, returnDate: today };
  expect(bookings()).toHaveLength(1);
  expect(bookings()[0]?.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    storeRefNo: 'RET-1',
    files: [],
    lines: [
      { ...line, serialNumber: 'XKW1', purchaseDate: '2026-11-01' },
      { ...line, serialNumber: 'XKW2', purchaseDate: '2026-11-20' },
    ],
  });
  expect(heading).toHaveFocus();
  expect(await screen.findByText('Your return RET-1 has been submitted.', { selector: '[role=status]' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print packing list' })).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).not.toContain('XKW1');
  expect(screen.getByRole('link', { name: 'See this return' })).toHaveAttribute(
    'href',
    expect.stringMatching(`^${paths.submittedReturns(place)}\\?storeId=UK001&ref=RET-1&id=`),
  );
  await user.click(screen.getByRole('button', { name: 'Book the next return' }));
  expect(reference()).toHaveValue('');
  expect(rows()).toEqual([]);
  expect(screen.getByText('0 of 1,000 lines')).toBeVisible();
});

test('what an earlier attempt had booked under another reference is said', async () => {
  const { bookings } = answerReturns({
    booking: () => ({ status: 201, body: { ...recordOf(bookings()[0]?.body), storeRefNo: 'RET-0' } }),
  });
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await submit(user);
  await screen.findByRole('heading', { name: 'Return RET-0 is booked' });
  expect(
    screen.getByText(/^An earlier attempt had already booked this return, as RET-0\./, {
      selector: ':not([role=status])',
    }),
  ).toBeVisible();
});

test('the next return begins at the top, and is another', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  for (const name of ['RET-1', 'RET-2']) {
    await put(user, reference(), name);
    await scanLine(user, 'XKW1');
    await submit(user);
    await screen.findByRole('heading', { name: `Return ${name} is booked` });
    await user.click(screen.getByRole('button', { name: 'Book the next return' }));
    await waitFor(() => expect(reference()).toHaveFocus());
  }
  expect(new Set(bookings().map(({ body }) => body?.['id'])).size).toBe(2);
  expect(alertStore.get()).toEqual([]);
});

test('Enter never sends the return, wherever it is pressed', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1{Enter}');
  await scanLine(user, 'XKW1');
  for (const input of [
    ean(),
    purchaseDate(),
    serialNumber(),
    field('entry.productDescription').getByRole('textbox'),
    field('entry.returnDate').getByRole('textbox'),
    reference(),
  ]) {
    await user.type(input, '{Enter}');
  }
  expect(bookings()).toEqual([]);
  expect(rows()).toHaveLength(1);
});

test('a double click books once', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await user.dblClick(screen.getByRole('button', { name: 'Book return' }));
  await screen.findByRole('heading', { name: /is booked/ });
  expect(bookings()).toHaveLength(1);
});

test('a reference that exists is told at its field, nothing is lost, and the next attempt is the same booking', async () => {
  const { bookings } = answerReturns({
    booking: () => ({ status: 409, body: { error: { code: 'ReturnRequestExists', message: '' } } }),
  });
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await submit(user);
  expect(
    await field('storeRefNo').findByText('A return with this store return reference number already exists'),
  ).toBeVisible();
  expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
  expect(rows()).toEqual([['1', item.ean, 'XKW1']]);
  await user.type(reference(), 'b');
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(2));
  expect(bookings()[1]?.body?.['id']).toBe(bookings()[0]?.body?.['id']);
});

test('what only the server finds wrong stands at its line until that is changed', async () => {
  const problems = [{ path: 'lines.1.purchaseDate', rule: 'dateInFuture' }];
  answerReturns({
    booking: () => ({ status: 400, body: { error: { code: 'InvalidParameterException', message: '', problems } } }),
  });
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await scanLine(user, 'XKW2');
  await submit(user);
  const row = () => document.querySelector<HTMLElement>('[data-line="2"]');
  await waitFor(() => expect(row()).toHaveTextContent('The date must not be in the future.'));
  expect(document.querySelector('[data-line="1"]')).not.toHaveTextContent('The date must not be in the future.');
  await user.click(screen.getByRole('button', { name: 'Go to line 2' }));
  await user.keyboard('{Enter}');
  expect(field('line.purchaseDate').getByRole('textbox')).toHaveFocus();
  await user.clear(field('line.purchaseDate').getByRole('textbox'));
  await user.keyboard('02/11/2026{Enter}');
  expect(row()).not.toHaveTextContent('The date must not be in the future.');
});

test('a line that is still being typed is not left out unnoticed', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  await put(user, reference(), 'RET-1');
  await scanLine(user, 'XKW1');
  await put(user, ean(), item.ean);
  await submit(user);
  expect(screen.getAllByText('This line has not been added yet. Add it, or clear it.')[0]).toBeVisible();
  expect(purchaseDate()).toHaveFocus();
  expect(bookings()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(ean()).toHaveFocus();
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});
