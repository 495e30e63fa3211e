import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { apiError } from '#web/testing/auth.ts';
import { choose, fillField, signInAs } from '#web/testing/page.tsx';
import {
  answerReturns,
  signInAtMorning,
  bookOneLine,
  ean,
  enterPurchaseDate,
  field,
  item,
  storeDraft,
  buildDraftLines,
  openReturn,
  place,
  toReturnRecord,
  reference,
  rows,
  scanLine,
  submit,
  today,
} from '#web/testing/return-booking.tsx';

beforeEach(signInAtMorning);

test('requires an admin to choose one of the region’s stores', async () => {
  signInAs('nuk', { isAdmin: true, hasReturns: true });
  const { bookings, requests } = answerReturns();
  const { user } = await openReturn();
  await bookOneLine(user);
  expect(field('storeId').getByText('Field is required.')).toBeVisible();
  expect(field('storeId').getByText('ID 400')).toBeVisible();
  await choose(user, 'storeId', /Princes Street/);
  // The draft saves the store.
  dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify({ ...localStorage })).toContain('storeId\\":\\"UK002');
  await submit(user);
  await screen.findByRole('heading', { name: /is booked/ });
  expect(bookings()[0]?.body).toMatchObject({ storeId: 'UK002' });
  expect(requests.some(({ url }) => url.pathname.endsWith('/own'))).toBe(false);
});

test('books a return although the store could not be loaded', async () => {
  const { bookings } = answerReturns({ ownStore: apiError('ServiceUnavailable', 503) });
  const { user } = await openReturn();
  expect(await screen.findByText('Your store could not be shown. You can still book the return.')).toBeVisible();
  await bookOneLine(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});

test('sends the return without a store and resets the form', async () => {
  const { bookings } = answerReturns();
  const { user } = await openReturn();
  await fillField(user, reference(), 'RET-1');
  await enterPurchaseDate(user);
  await scanLine(user, 'xkw1');
  await scanLine(user, 'xkw2');
  await user.click(screen.getByRole('button', { name: 'Edit line 2' }));
  await user.clear(field('line.purchaseDate').getByRole('textbox'));
  await user.type(field('line.purchaseDate').getByRole('textbox'), '20.11.2026{Enter}');
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
  expect(await screen.findByText('UK001, Oxford Street')).toBeVisible();
});

test('warns if an earlier attempt was booked under another reference', async () => {
  const { bookings } = answerReturns({
    booking: () => ({ status: 201, body: { ...toReturnRecord(bookings()[0]?.body), storeRefNo: 'RET-0' } }),
  });
  const { user } = await openReturn();
  await bookOneLine(user);
  await screen.findByRole('heading', { name: 'Return RET-0 is booked' });
  expect(
    screen.getByText(/^An earlier attempt had already booked this return, as RET-0\./, {
      selector: ':not([role=status])',
    }),
  ).toBeVisible();
});

test('shows a problem found by the server until its line changes', async () => {
  const problems = [{ path: 'lines.1.purchaseDate', rule: 'dateInFuture' }];
  answerReturns({
    booking: () => apiError('InvalidParameterException', 400, { problems }),
  });
  const { user } = await openReturn();
  await fillField(user, reference(), 'RET-1');
  await enterPurchaseDate(user);
  await scanLine(user, 'XKW1');
  await scanLine(user, 'XKW2');
  await submit(user);
  const getRow = () => document.querySelector<HTMLElement>('[data-line="2"]');
  await waitFor(() => expect(getRow()).toHaveTextContent('The date must not be in the future.'));
  expect(document.querySelector('[data-line="1"]')).not.toHaveTextContent('The date must not be in the future.');
  await user.click(screen.getByRole('button', { name: 'Go to line 2' }));
  await user.keyboard('{Enter}');
  expect(field('line.purchaseDate').getByRole('textbox')).toHaveFocus();
  await user.clear(field('line.purchaseDate').getByRole('textbox'));
  await user.keyboard('02/11/2026{Enter}');
  expect(getRow()).not.toHaveTextContent('The date must not be in the future.');
});

test('stops checking a failed booking when the form is discarded', async () => {
  storeDraft(buildDraftLines(3), { storeRefNo: 'RET-9' });
  let isReachable = false;
  const failWithNetworkError = () => {
    throw new TypeError('no network');
  };
  const { bookings, requests } = answerReturns({
    booking: failWithNetworkError,
    fallback: () => (isReachable ? { body: toReturnRecord(bookings()[0]?.body) } : failWithNetworkError()),
  });
  const { user } = await openReturn();
  await submit(user);
  await screen.findByRole('button', { name: 'Check again' });
  await fillField(user, ean(), '95200');
  await user.click(screen.getByRole('button', { name: 'Discard and start again' }));
  expect(ean()).toHaveValue('');
  await user.type(reference(), 'RET-10');
  isReachable = true;
  const requestCount = requests.length;
  dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve));
  expect([reference(), requests.length]).toEqual([expect.objectContaining({ value: 'RET-10' }), requestCount]);
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});
