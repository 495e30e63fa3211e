import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls, put, signedIn } from '#web/testing/page.tsx';
import { choose, field, openBooking, place, reference, serialNumber, submit } from '#web/testing/repair-booking.tsx';
import { repairWith } from '#web/testing/repair.ts';

const shapeAdvice =
  'Please check the serial number: it doesn’t look right for a Nintendo Switch. If this is what the label says, just carry on.';
const found = /This device has an open repair\. Status: Submitted, since 2 November 2026\./;
const booked = { repairs: [repairWith({ serialNumber: 'XAW10075273452' })], returns: [], hasMore: false };

const nothingFound = () => answerCalls(() => ({ body: { repairs: [], returns: [], hasMore: false } }));
const advice = () => field('serialNumber').queryByText(/Please check the serial number/);

beforeEach(() => signedIn('nuk'));

test('it shows trimmed and upper-cased once the field is left, and not before; a scan after one that was complete replaces it; one that ends with Enter submits nothing', async () => {
  const requests = nothingFound();
  const { user } = await openBooking();
  await user.type(serialNumber(), ' xaw10075273452 ');
  expect(serialNumber()).toHaveValue(' xaw10075273452 ');
  await user.tab();
  expect(serialNumber()).toHaveValue('XAW10075273452');
  await user.click(serialNumber());
  await user.keyboard('{Enter}XAW10075273469{Enter}');
  expect(serialNumber()).toHaveValue('XAW10075273469');
  expect(serialNumber()).toHaveFocus();
  await user.type(reference(), 'REF-1{Enter}');
  await user.type(field('purchaseDate').getByRole('textbox'), '{Enter}');
  expect(screen.queryByText('Please fix form errors to proceed.')).toBeNull();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('one that does not look like the product’s is doubted when the field is left, until the next key; with accessories only nothing is said', async () => {
  nothingFound();
  const { user } = await openBooking();
  await choose(user, 'product', 'Nintendo Switch');
  await put(user, serialNumber(), 'CW404567772');
  expect(advice()).toBeNull();
  await user.tab();
  expect(field('serialNumber').getByText(shapeAdvice)).toBeVisible();
  await user.type(serialNumber(), '1');
  expect(advice()).toBeNull();
  await user.tab();
  expect(advice()).toBeVisible();
  // Then it may be an accessory's.
  await user.click(screen.getByRole('checkbox', { name: /Accessories only/ }));
  expect(advice()).toBeNull();
});

test('one that another keyboard layout has changed is told so, also with accessories only, and when the form is sent', async () => {
  nothingFound();
  const { user } = await openBooking();
  await put(user, serialNumber(), 'XKZ&àààà_é{Enter}');
  const told = () => field('serialNumber').getByText(/scanner types with another keyboard layout/);
  expect(told()).toBeVisible();
  await submit(user);
  expect(serialNumber()).toBeInvalid();
  expect(told()).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /Accessories only/ }));
  expect(told()).toBeVisible();
});

test('what matters of a device that was there before is said in one line, with a link that keeps this page, until the number changes', async () => {
  const requests = answerCalls(() => ({ body: booked }));
  const { user } = await openBooking();
  await put(user, serialNumber(), 'xaw10075273452');
  expect(requests).toEqual([]);
  await user.tab();
  expect((await screen.findAllByText(found))[0]).toBeVisible();
  expect(requests.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
    '/api/repairs/nuk/device?serialNumber=XAW10075273452',
  ]);
  const link = screen.getByRole('link', { name: /^Open its history/ });
  expect(link).toHaveAttribute('href', paths.device(place, 'XAW10075273452'));
  expect(link).toHaveAttribute('target', '_blank');
  await waitFor(() => expect(screen.getAllByRole('status').at(-1)).toHaveTextContent(found));
  await user.type(serialNumber(), '9');
  expect(screen.queryByRole('link', { name: /^Open its history/ })).toBeNull();
});

test('that it could not be asked is nobody’s concern', async () => {
  const requests = answerCalls(() => refusal('ServiceUnavailable', 503));
  const { user } = await openBooking();
  await put(user, serialNumber(), 'XAW10075273452{Enter}');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('link', { name: /^Open its history/ })).toBeNull();
  expect(screen.queryByText(/busy at the moment/)).toBeNull();
  expect(serialNumber()).not.toBeInvalid();
});

test('an answer about a former number is not shown for the present one', async () => {
  const answers: (() => void)[] = [];
  const requests = answerCalls(({ url }) => {
    const repairs = url.searchParams.get('serialNumber') === 'FIRST1' ? booked.repairs : [];
    return new Promise((resolve) => answers.push(() => resolve({ body: { ...booked, repairs } })));
  });
  const { user } = await openBooking();
  await put(user, serialNumber(), 'FIRST1{Enter}');
  await user.clear(serialNumber());
  await put(user, serialNumber(), 'SECOND2{Enter}');
  await waitFor(() => expect(requests).toHaveLength(2));
  await act(async () => answers.toReversed().forEach((answer) => answer()));
  expect(screen.queryByRole('link', { name: /^Open its history/ })).toBeNull();
});

test('nothing is asked about a blank or one that no serial number looks like; what is doubtful is questioned', async () => {
  const requests = nothingFound();
  const { user } = await openBooking();
  await user.click(serialNumber());
  await user.tab();
  await put(user, serialNumber(), 'not a number!');
  await user.tab();
  expect(requests).toEqual([]);
  for (const [typed, words] of [
    ['1', /does not look like one/],
    ['9520001000287', /looks like the bar code of the product/],
    ['XKZ&àààà_é', /scanner types with another keyboard layout/],
  ] as const) {
    await user.clear(serialNumber());
    await put(user, serialNumber(), `${typed}{Tab}`);
    expect(field('serialNumber').getByText(words)).toBeVisible();
  }
});
