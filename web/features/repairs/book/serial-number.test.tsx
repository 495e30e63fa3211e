import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, fillField, signInAs } from '#web/testing/page.tsx';
import { choose, field, openBooking, place, reference, serialNumber, submit } from '#web/testing/repair-booking.tsx';

const shapeAdvice =
  'Please check the serial number: it doesn’t look right for a Nintendo Switch. If this is what the label says, just carry on.';
const openRepairNotice = /This device has an open repair\. Status: Submitted, since 2 November 2026\./;
const knownDevice = { repairs: [buildRepair({ serialNumber: 'XAW10075273452' })], returns: [], hasMore: false };

const answerWithoutRecords = () => answerCalls(() => ({ body: { repairs: [], returns: [], hasMore: false } }));
const queryAdvice = () => field('serialNumber').queryByText(/Please check the serial number/);

beforeEach(() => signInAs('nuk'));

test('says in the field that it can be scanned', async () => {
  answerWithoutRecords();
  await openBooking();
  expect(serialNumber()).toHaveAttribute('placeholder', 'Scan or type');
});

test('normalizes the number on blur', async () => {
  answerWithoutRecords();
  const { user } = await openBooking();
  await user.type(serialNumber(), ' xaw10075273452 ');
  expect(serialNumber()).toHaveValue(' xaw10075273452 ');
  await user.tab();
  expect(serialNumber()).toHaveValue('XAW10075273452');
});

test('moves the focus after a scan, lets a scan replace a doubtful number, and never submits', async () => {
  const requests = answerWithoutRecords();
  const { user } = await openBooking();
  await user.type(serialNumber(), '42{Enter}');
  expect(serialNumber()).toHaveFocus();
  await user.keyboard('XAW10075273469{Enter}');
  expect(serialNumber()).toHaveValue('XAW10075273469');
  await waitFor(() => expect(field('product').getAllByRole('button')[0]).toHaveFocus());
  await user.type(reference(), 'REF-1{Enter}');
  await user.type(field('purchaseDate').getByRole('textbox'), '{Enter}');
  expect(screen.queryByText('Please fix form errors to proceed.')).toBeNull();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('warns on blur if the number does not fit the product', async () => {
  answerWithoutRecords();
  const { user } = await openBooking();
  await choose(user, 'product', 'Nintendo Switch');
  await fillField(user, serialNumber(), 'CW404567772');
  expect(queryAdvice()).toBeNull();
  await user.tab();
  expect(field('serialNumber').getByText(shapeAdvice)).toBeVisible();
  await user.type(serialNumber(), '1');
  expect(queryAdvice()).toBeNull();
  await user.tab();
  expect(queryAdvice()).toBeVisible();
  // With accessories only, it may be an accessory's number.
  await user.click(screen.getByRole('checkbox', { name: /Accessories only/ }));
  expect(queryAdvice()).toBeNull();
});

test('reports a number scanned with another keyboard layout', async () => {
  answerWithoutRecords();
  const { user } = await openBooking();
  await fillField(user, serialNumber(), 'XKZ&àààà_é{Enter}');
  const getLayoutMessage = () => field('serialNumber').getByText(/scanner types with another keyboard layout/);
  expect(getLayoutMessage()).toBeVisible();
  await submit(user);
  expect(serialNumber()).toBeInvalid();
  expect(getLayoutMessage()).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /Accessories only/ }));
  expect(getLayoutMessage()).toBeVisible();
});

test('summarizes a known device with a link until the number changes', async () => {
  const requests = answerCalls(() => ({ body: knownDevice }));
  const { user } = await openBooking();
  await fillField(user, serialNumber(), 'xaw10075273452');
  expect(requests).toEqual([]);
  await user.tab();
  expect((await screen.findAllByText(openRepairNotice))[0]).toBeVisible();
  expect(requests.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
    '/api/repairs/nuk/device?serialNumber=XAW10075273452',
  ]);
  const link = screen.getByRole('link', { name: /^Open its history/ });
  expect(link).toHaveAttribute('href', paths.device(place, 'XAW10075273452'));
  expect(link).toHaveAttribute('target', '_blank');
  await waitFor(() => expect(screen.getAllByRole('status').at(-1)).toHaveTextContent(openRepairNotice));
  await user.type(serialNumber(), '9');
  expect(screen.queryByRole('link', { name: /^Open its history/ })).toBeNull();
});

test('ignores a failed device request', async () => {
  const requests = answerCalls(() => apiError('ServiceUnavailable', 503));
  const { user } = await openBooking();
  await fillField(user, serialNumber(), 'XAW10075273452{Enter}');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('link', { name: /^Open its history/ })).toBeNull();
  expect(screen.queryByText(/busy at the moment/)).toBeNull();
  expect(serialNumber()).not.toBeInvalid();
});

test('ignores the response for a previous number', async () => {
  const answers: (() => void)[] = [];
  const requests = answerCalls(({ url }) => {
    const repairs = url.searchParams.get('serialNumber') === 'FIRST1' ? knownDevice.repairs : [];
    return new Promise((resolve) => answers.push(() => resolve({ body: { ...knownDevice, repairs } })));
  });
  const { user } = await openBooking();
  await fillField(user, serialNumber(), 'FIRST1{Enter}');
  await user.clear(serialNumber());
  await fillField(user, serialNumber(), 'SECOND2{Enter}');
  await waitFor(() => expect(requests).toHaveLength(2));
  await act(async () => answers.toReversed().forEach((answer) => answer()));
  expect(screen.queryByRole('link', { name: /^Open its history/ })).toBeNull();
});

test('requests no device for a blank or invalid number, and warns if it is doubtful', async () => {
  const requests = answerWithoutRecords();
  const { user } = await openBooking();
  await user.click(serialNumber());
  await user.tab();
  await fillField(user, serialNumber(), 'not a number!');
  await user.tab();
  expect(requests).toEqual([]);
  for (const [typed, words] of [
    ['1', /this does not look like a serial number/],
    ['9520001000287', /looks like the bar code of the product/],
    ['XKZ&àààà_é', /scanner types with another keyboard layout/],
  ] as const) {
    await user.clear(serialNumber());
    await fillField(user, serialNumber(), `${typed}{Tab}`);
    expect(field('serialNumber').getByText(words)).toBeVisible();
  }
});
